#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "behaviour_text.h"
#include "ishi/compiler/code.h"

// Faults as a designer makes them, by changing what stands in a file: a sign, a bound, a decimal point, a
// copy that was not changed. Each way of making one gives all places of a file where it can be made.

namespace ishi::recall {

// A file with a fault, and by what a finding names it.
struct Seed {
  std::string text;
  size_t line = 0;                 // from 0; a finding that begins there names it
  std::vector<std::string> names;  // or one that has one of these in its sentence, as "`flee`"
};

// What a key can be, as the file or its contract declares it.
struct KeyRange {
  double low = 0;
  double high = 0;
};

struct File {
  std::string name;
  BehaviourText text;
  std::map<std::string, KeyRange> ranges;  // of numbers of the blackboard
  std::string contract;                    // the texts of what it includes
};

using Seeds = std::vector<Seed>;

struct Fault {
  std::string_view kind;
  std::vector<compiler::Code> codes;  // a finding with one of these finds it
  Seeds (*seeds_of)(const File&);
  int floor = 0;              // of a hundred, as many are found at least
  bool may_be_error = false;  // the fault is told as an error
};

// All kinds, in the order of the table.
[[nodiscard]] std::vector<Fault> faults_of_scores();
[[nodiscard]] std::vector<Fault> faults_of_motives();
[[nodiscard]] std::vector<Fault> faults_of_conditions();
[[nodiscard]] std::vector<Fault> faults_of_names();
[[nodiscard]] std::vector<Fault> faults_of_oversights();
[[nodiscard]] std::vector<Fault> faults_of_bodies();
[[nodiscard]] std::vector<Fault> faults_in_other_forms();

// The text with one line changed.
[[nodiscard]] Seed changed(const File& file, size_t line, std::string to,
                           const std::vector<std::string>& names);
[[nodiscard]] std::vector<std::string> quoted(const std::vector<std::string>& names);

}  // namespace ishi::recall
