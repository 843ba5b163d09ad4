// Generator of manual pages.
#include "app/manual.h"

#include <ostream>

#include "text/build_version.h"

namespace nl {
namespace {

// Escaped text for roff: hyphens that can be copied, and no line that looks like a request.
std::string roff(const std::string& text) {
  std::string out = !text.empty() && (text[0] == '.' || text[0] == '\'') ? "\\&" : "";
  for (const char c : text) {
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else if (c == '`') {
      out += "\\(ga";
    } else {
      out += c;
    }
  }
  return out;
}

std::string page_name(const CommandRow& command) {
  std::string name = "ninelives" + (command.path.empty() ? "" : ' ' + command.path);
  for (char& c : name) c = c == ' ' ? '-' : c;
  return name;
}

std::string title_of(const CommandRow& command) {
  std::string title = page_name(command);
  for (char& c : title) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return title;
}

// A description without its full stop: `apropos` finds manual pages by this line.
std::string short_help(std::string help) {
  if (help.ends_with('.')) help.pop_back();
  return help;
}

std::string value_of(const OptionRow& option) {
  switch (option.takes) {
    case Takes::Nothing: return "";
    case Takes::Number: return "NUMBER";
    case Takes::Folder: return "FOLDER";
    default: return "VALUE";
  }
}

void write_places(const CommandRow& command, std::ostream& out) {
  for (const OptionRow& option : command.options) {
    if (!option.is_place) continue;
    const std::string name =
        "\\fI" + roff(option.names[0]) + "\\fR" + (option.repeats ? "..." : "");
    out << ' ' << (option.required ? name : '[' + name + ']');
  }
}

void write_usage(const CommandRow& command, std::ostream& out) {
  out << "\\fBninelives" << (command.path.empty() ? "" : " ") << roff(command.path) << "\\fR";
  if (!command.commands.empty()) out << " \\fICOMMAND\\fR";
  out << " [\\fIOPTION\\fR]...";
  write_places(command, out);
  out << '\n';
}

void write_option(const OptionRow& option, std::ostream& out) {
  out << ".TP\n";
  std::string names;
  for (const std::string& name : option.names) {
    names += (names.empty() ? "" : ", ") + std::string("\\fB") + roff(name) + "\\fR";
  }
  out << names;
  if (!option.is_place && option.takes != Takes::Nothing) {
    out << " \\fI" << value_of(option) << "\\fR";
  }
  out << '\n' << roff(option.help.empty() ? option.names[0] : option.help);
  if (!option.initial.empty()) out << " (default: " << roff(option.initial) << ')';
  out << '\n';
}

void write_options(const CommandRow& command, std::ostream& out) {
  for (const OptionRow& option : command.options) write_option(option, out);
}

void write_below(const CommandRow& command, std::ostream& out) {
  if (command.commands.empty()) return;
  out << ".SH COMMANDS\n";
  for (const CommandRow& below : command.commands) {
    out << ".TP\n\\fB" << roff(below.path) << "\\fR";
    write_places(below, out);
    out << '\n' << roff(below.help) << '\n';
  }
}

void write_see_also(const CommandRow& command, std::ostream& out) {
  out << ".SH SEE ALSO\n";
  if (!command.path.empty()) {
    out << ".BR ninelives (1)\n";
    return;
  }
  for (const CommandRow& below : command.commands) {
    out << ".BR " << roff(page_name(below)) << " (1)"
        << (&below == &command.commands.back() ? "\n" : ",\n");
  }
}

void write_examples(std::ostream& out) {
  out << R"(.SH EXAMPLES
.TP
.B ninelives
the game at this terminal
.TP
.B ninelives play \-\-players 3 \-\-bots 2
you against two bots
.TP
.B ninelives host
a table for friends on one network; prints what they type
.TP
.B ninelives serve \-\-port 9009
a server for terminals and browsers
.SH FILES
.TP
.I ~/.local/share/ninelives
games that were kept, and the table of \fBhost\fR
.SH ENVIRONMENT
.TP
.B NO_COLOR
no colours
.TP
.B REDUCED_MOTION
no explosions that move
.TP
.B NINELIVES_THEME
colours of the full screen: terminal, dark, light, contrast or safe
.TP
.B COLORTERM
truecolor or 24bit: themes in true colour
)";
}

}  // namespace

void write_manual(const CommandRow& command, std::ostream& out) {
  out << ".TH " << title_of(command) << " 1 \"\" \"ninelives " << build_version()
      << "\" \"User Commands\"\n.SH NAME\n"
      << roff(page_name(command)) << " \\- " << roff(short_help(command.help))
      << "\n.SH SYNOPSIS\n";
  write_usage(command, out);
  out << ".SH DESCRIPTION\n" << roff(command.help) << '\n';
  write_below(command, out);
  out << ".SH OPTIONS\n";
  write_options(command, out);
  if (!command.footer.empty()) out << ".SH EXIT STATUS\n" << roff(command.footer) << '\n';
  if (command.path.empty()) write_examples(out);
  write_see_also(command, out);
}

}  // namespace nl
