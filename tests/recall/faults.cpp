#include "faults.h"

namespace ishi::recall {

std::vector<std::string> quoted(const std::vector<std::string>& names) {
  std::vector<std::string> result;
  for (const std::string& name : names) result.push_back("`" + name + "`");
  return result;
}

Seed changed(const File& file, size_t line, std::string to, const std::vector<std::string>& names) {
  BehaviourText text = file.text;
  text.set(line, std::move(to));
  return {text.str(), line, quoted(names)};
}

}  // namespace ishi::recall
