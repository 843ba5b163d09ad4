// WebAssembly module of the coach: reviews and the puzzle of a day, by the same code as the
// program's (src/coach). It runs in a worker, which brings the networks and the file of puzzles.
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

#include "coach/puzzle.h"
#include "coach/puzzle_json.h"
#include "coach/puzzle_record.h"
#include "coach/review_json.h"
#include "record_film.h"

extern "C" __attribute__((import_module("page"), import_name("progress"))) void page_progress(
    std::size_t done, std::size_t of);

namespace nl {
namespace {

std::string puzzles;
std::unique_ptr<Film> film;
std::string answer;

const char* say(const Json& json) {
  answer = json.dump();
  return answer.c_str();
}

}  // namespace

std::string_view puzzles_file() { return puzzles; }

}  // namespace nl

// ---- what the worker calls; texts are given as address and size, and returned with a zero at the
// end

extern "C" {

__attribute__((export_name("take_memory"))) void* take_memory(std::size_t size) {
  return std::malloc(size);
}
__attribute__((export_name("free_memory"))) void free_memory(void* memory) { std::free(memory); }

// Networks that its review needs: a bit each, by the numbers of networks.cpp.
__attribute__((export_name("open_record"))) int open_record(const char* text, std::size_t size) {
  nl::film = std::make_unique<nl::Film>();
  nl::read_film({text, size}, *nl::film);
  const nl::Header& header = nl::film->header();
  const bool critic = nl::yardstick_for(header.rules, header.seats) == nl::Yardstick::Critic;
  return critic ? 0b101 : 0;
}

// `worlds`: how many to look at; 0 for enough.
__attribute__((export_name("review"))) const char* review(int worlds) {
  if (!nl::film) nl::fail("there is no record");
  std::optional<nl::Effort> effort;
  if (worlds > 0) effort = nl::Effort{worlds, worlds};
  return nl::say(nl::review_json(nl::review_game(*nl::film, effort, page_progress), {}));
}

__attribute__((export_name("give_puzzles"))) void give_puzzles(const char* text, std::size_t size) {
  nl::puzzles.assign(text, size);
}

// `day`: days since 1970-01-01.
__attribute__((export_name("puzzle"))) const char* puzzle(int day) {
  const std::chrono::sys_days when{std::chrono::days(day)};
  return nl::say(nl::puzzle_json(nl::puzzle_of_day(when)));
}

// The lines of a record that begins there, in a world drawn with this seed.
__attribute__((export_name("puzzle_record"))) const char* puzzle_record(int day, unsigned seed) {
  const std::chrono::sys_days when{std::chrono::days(day)};
  return nl::say(nl::Json(nl::puzzle_record(nl::puzzle_of_day(when), seed)));
}
}
