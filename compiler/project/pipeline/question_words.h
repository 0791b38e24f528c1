#pragma once

#include <string_view>

namespace ishi::compiler {

// What somebody who asks calls the parts of a question, for messages: the command line by its flags.
struct QuestionWords {
  std::string_view agent = "agent";
  std::string_view test = "test";
  std::string_view moment = "at";
  std::string_view importance = "importance";
  std::string_view running = "running";
  std::string_view state = "state";
  std::string_view set = "set";
  std::string_view world = "world";
  std::string_view remembers = "remembers";
  std::string_view at = "at";
  std::string_view fail = "fail";
  std::string_view duration = "for";
  std::string_view over = "over";
};

}  // namespace ishi::compiler
