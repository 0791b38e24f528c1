#pragma once

#include <string>
#include <vector>

#include "pipeline/question_words.h"
#include "source/stop.h"
#include "workspace/edit/switched_off.h"

namespace ishi::compiler {

// About whom something is asked, and in which situation: as somebody describes it. What is
// empty is left to the file.
struct SituationQuestion {
  std::string agent;
  std::string test;   // whose situation to begin with
  std::string scene;  // the same
  // Of one decision: the time of the run at which it is asked for, "3.5s" or "frame 210", of which 0 is the
  // first one; empty: its beginning.
  std::string moment;
  std::string importance;
  std::string running;
  std::string state;
  std::vector<std::string> set;        // key=value
  std::vector<std::string> world;      // entity=what is written of it under `world`
  std::vector<std::string> remembers;  // memory=the facts in it
  bool asks_of_one = false;            // one decision of one agent
  // Of a run; unused where one decision is asked for.
  std::vector<std::string> at;    // TIME: { set: …, emit: … }
  std::vector<std::string> fail;  // task=time
  std::string duration;           // empty: as long as the test's run, or 10s
  std::vector<SwitchedOff> switched_off;  // for a try: the file is asked as if it said so
  QuestionWords words;            // for messages about the question
  const Stop* stop = nullptr;     // asked while answers are made: of runs, plans, flips, sweeps
};

}  // namespace ishi::compiler
