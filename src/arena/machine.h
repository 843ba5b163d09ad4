// Description of the machine for timings, and processor time of other processes.
#pragma once

#include <optional>
#include <string>

namespace nl {

// Name and number of processors; nothing that identifies the machine's owner.
std::string this_machine();

// Processor time of a process with all its descendants, in microseconds; empty if the system
// doesn't report it. Children that ended before their parent waited for them are not included.
std::optional<double> processor_micros(int process);

}  // namespace nl
