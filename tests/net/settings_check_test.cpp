// Tests of the validation of server settings.
#include "net/settings_check.h"

#include <gtest/gtest.h>

namespace nl {
namespace {

// The settings at fault, separated by spaces.
std::string faults_of(void (*set)(NetOptions&)) {
  NetOptions options;
  set(options);
  std::string all;
  for (const SettingFault& fault : check_settings(options)) {
    all += (all.empty() ? "" : " ") + fault.setting;
    EXPECT_FALSE(fault.reason.empty());
    EXPECT_EQ(fault.reason.find("secret"), std::string::npos) << "no value is repeated";
  }
  return all;
}

TEST(SettingsCheck, SET_10_DefaultsAreFine) {
  EXPECT_EQ(faults_of([](NetOptions&) {}), "");
}

TEST(SettingsCheck, SET_10_OriginsHaveASchemeAndNoPath) {
  EXPECT_EQ(faults_of([](NetOptions& o) { o.origins = {"https://cats.example"}; }), "");
  EXPECT_EQ(faults_of([](NetOptions& o) { o.origins = {"cats.example"}; }), "origins");
  EXPECT_EQ(faults_of([](NetOptions& o) { o.origins = {"https://cats.example/"}; }), "origins");
  EXPECT_EQ(faults_of([](NetOptions& o) { o.origins = {"ftp://secret"}; }), "origins");
}

TEST(SettingsCheck, SET_10_AddressesOfPagesAndNodesHaveTheirSchemes) {
  EXPECT_EQ(faults_of([](NetOptions& o) { o.page_url = "https://cats.example/play"; }), "");
  EXPECT_EQ(faults_of([](NetOptions& o) { o.page_url = "javascript:alert(1)"; }), "page_url");
  EXPECT_EQ(faults_of([](NetOptions& o) { o.page_url = "https://a\"b/"; }), "page_url");
  EXPECT_EQ(faults_of([](NetOptions& o) { o.node_url = "wss://cats.example/n/1/ws"; }), "");
  EXPECT_EQ(faults_of([](NetOptions& o) { o.node_url = "http://x"; }), "node_url");
  EXPECT_EQ(faults_of([](NetOptions& o) { o.store = "mysql://secret@x"; }), "store");
  EXPECT_EQ(faults_of([](NetOptions& o) { o.page_url = "https://cats.example/?x="; }), "page_url");
  EXPECT_EQ(faults_of([](NetOptions& o) { o.page_url = "https://cats.example/<b>"; }), "page_url");
  EXPECT_EQ(faults_of([](NetOptions& o) { o.push_contact = "me"; }), "push_contact");
  EXPECT_EQ(faults_of([](NetOptions& o) { o.push_contact = "mailto:me"; }), "push_contact");
  EXPECT_EQ(faults_of([](NetOptions& o) { o.push_contact = "mailto:me@cats.example"; }), "");
}

TEST(SettingsCheck, SET_10_NetworksAreNotHalfOfTheInternet) {
  EXPECT_EQ(faults_of([](NetOptions& o) { o.call_networks = {"10.0.0.0/8", "fd00::/48"}; }), "");
  EXPECT_EQ(faults_of([](NetOptions& o) { o.call_networks = {"0.0.0.0/0"}; }), "call_networks");
  EXPECT_EQ(faults_of([](NetOptions& o) { o.call_networks = {"::/0"}; }), "call_networks");
  EXPECT_EQ(faults_of([](NetOptions& o) { o.call_networks = {"home"}; }), "call_networks");
  EXPECT_EQ(faults_of([](NetOptions& o) { o.trusted_proxies = {"0.0.0.0/1"}; }), "trusted_proxies");
}

TEST(SettingsCheck, SET_10_ContradictionsAndMissingFilesAreNamed) {
  EXPECT_EQ(faults_of([](NetOptions& o) { o.tls_cert = "/none.pem"; }), "tls_key tls_cert");
  EXPECT_EQ(faults_of([](NetOptions& o) { o.web = "/none"; }), "web");
  EXPECT_EQ(faults_of([](NetOptions& o) { o.bind = "everywhere"; }), "bind");
  EXPECT_EQ(faults_of([](NetOptions& o) { o.key = "/none/ninelives.key"; }), "key");
  EXPECT_EQ(faults_of([](NetOptions& o) { o.metrics_port = o.port; }), "metrics_port");
  EXPECT_EQ(faults_of([](NetOptions& o) { o.ssh_port = o.port; }), "ssh_port");
  EXPECT_EQ(faults_of([](NetOptions& o) { o.ssh_port = o.metrics_port = 9100; }), "ssh_port");
  EXPECT_EQ(faults_of([](NetOptions& o) {
              o.metrics_port = 9100;
              o.open_metrics = true;
            }),
            "open_metrics");
}

// `serve --check` would else say that all is fine, and the start would refuse them.
TEST(SettingsCheck, SET_10_TheLogsWordsAreKnown) {
  EXPECT_EQ(faults_of([](NetOptions& o) { o.log.level = "loud"; }), "log");
  EXPECT_EQ(faults_of([](NetOptions& o) { o.log.form = "xml"; }), "log_form");
  EXPECT_EQ(faults_of([](NetOptions& o) { o.log.addresses = "yes"; }), "log_addresses");
}

TEST(SettingsCheck, SET_10_PasswordsAreFoundInAddressesOfDatabases) {
  EXPECT_TRUE(has_password("postgres://cats:secret@db/cats"));
  EXPECT_TRUE(has_password("postgres://db/cats?password=secret"));
  EXPECT_FALSE(has_password("postgres://cats@db1,db2:5433/cats"));
}

}  // namespace
}  // namespace nl
