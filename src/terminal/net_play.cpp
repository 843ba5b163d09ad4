// Event loop of a network session in plain lines.
#include "terminal/net_play.h"

#include <algorithm>

#include "terminal/plain_client.h"
#include "terminal/plain_game.h"
#include "terminal/string_utils.h"

namespace nl {

void exchange_messages(NetSession& session, ClientModel& model, Link& link, Time now) {
  for (const LinkEvent& news : link.take()) {
    switch (news.kind) {
      case LinkEvent::Change::Opened: model.opened(); break;
      case LinkEvent::Change::Text: model.received(news.text, now); break;
      case LinkEvent::Change::Closed:
        model.closed(news.text);
        // Never connected: the address is wrong, or no server runs there.
        if (!model.was_online() && !model.ended()) session.unreachable(news.text);
        break;
    }
    for (std::string& text : model.take_outgoing()) link.send(std::move(text));
  }
}

void play_net_plain(NetSession& session, ClientModel& model, Link& link, Input& in,
                    std::ostream& out, bool is_terminal, bool verbose) {
  Console console(in, out, is_terminal);
  console.be_verbose(verbose);
  PlainClient client(session, console);
  const auto flush = [&] {
    for (std::string& text : model.take_outgoing()) link.send(std::move(text));
    out.flush();
  };
  bool listens = true;
  while (session.end() == NetEnd::No) {
    exchange_messages(session, model, link, steady_now());
    client.update(steady_now());
    flush();
    if (session.end() != NetEnd::No) break;
    // Polling now and then is cheap, and drives the timers.
    Time wait{1'000};
    if (const auto at = session.wakes_at()) wait = std::clamp(*at - steady_now(), Time{0}, wait);
    const InputLine line = in.read(wait);
    switch (line.kind) {
      case InputLine::Outcome::Text:
        client.line(std::string(trimmed(line.text)), steady_now());
        break;
      case InputLine::Outcome::Interrupted: session.interrupt(steady_now()); break;
      case InputLine::Outcome::Terminated: session.terminated(); break;
      case InputLine::Outcome::End:
        listens = false;
        session.end_of_input();
        break;
      case InputLine::Outcome::TimeUp: break;
    }
    if (!listens && session.page() == NetSession::Page::Over && model.verdict()) {
      client.update(steady_now());
      session.end_of_input();
    }
    flush();
  }
  client.finish();
  out.flush();
}

}  // namespace nl
