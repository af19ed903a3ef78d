#include "judge/timing/comparison/participants.hpp"

#include <utility>

#include <fmt/format.h>

namespace warpgrade::judge {

Participants::Participants(const std::vector<Contestant>& contestants,
                           std::vector<ContestantProcess*> processes, Comparison& comparison)
    : contestants_(contestants), processes_(std::move(processes)), comparison_(comparison) {
  comparison_.findings.resize(contestants.size());
  comparison_.hidden_ms.resize(contestants.size(), 0);
}

void Participants::exclude(std::size_t i, Finding finding) {
  findings(i).push_back(std::move(finding));
  process(i).end();
  note_loss(i);
}

void Participants::note_loss(std::size_t i) {
  if (!is_trusted(i)) return;
  const std::string why = findings(i).empty() ? "no reason given" : findings(i).front().message;
  comparison_.is_courses_fault |= !has_failed();
  fail(fmt::format("{} of the course failed: {}", contestants_[i].name, why));
}

std::optional<std::size_t> Participants::authority() const {
  for (std::size_t i = 0; i < size(); ++i)
    if (is_trusted(i)) return i;
  return std::nullopt;
}

bool Participants::is_worth_going_on() const {
  if (has_failed()) return false;
  bool had_submission = false, is_one_left = false;
  for (std::size_t i = 0; i < size(); ++i) {
    had_submission |= !is_trusted(i);
    is_one_left |= has_submission(i);
  }
  return is_one_left || !had_submission;
}

void Participants::fail(std::string why) {
  if (!has_failed()) comparison_.failure = std::move(why);
}

}  // namespace warpgrade::judge
