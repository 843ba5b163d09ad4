// Entry point of the program.
#include "app/commands.h"

int main(int argc, char** argv) { return nl::run_program(argc, argv); }
