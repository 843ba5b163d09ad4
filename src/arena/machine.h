// Description of the machine for timings, and processor time of other processes.
#pragma once

#include <optional>
#include <string>

namespace nl {

// The processor's name and how many of it there are; nothing that tells whose machine it is.
std::string this_machine();

// The processor time of a process with all that descend from it, in microseconds; none if the
// system doesn't tell. Children that ended before their parent asked are not in it.
std::optional<double> processor_micros(int process);

}  // namespace nl
