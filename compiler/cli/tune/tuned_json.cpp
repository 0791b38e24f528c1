#include <string_view>

#include "cli/tune/print_tuned.h"
#include "diagnostics/json.h"

namespace ishi::compiler::cli {
namespace {

std::string_view name_of_ending(Tuned::Ending ending) {
  switch (ending) {
    case Tuned::Ending::met_already: return "met already";
    case Tuned::Ending::found: return "found";
    case Tuned::Ending::contradiction: return "contradiction";
    case Tuned::Ending::no_margin: return "no margin";
    case Tuned::Ending::not_found: return "not found";
  }
  return "not found";
}

}  // namespace

nlohmann::ordered_json tuned_json(const TunedReport& report) {
  using OrderedJson = nlohmann::ordered_json;
  const Tuned& tuned = report.tuned;
  OrderedJson values = OrderedJson::array(), labels = OrderedJson::array(), conflicts = OrderedJson::array();
  for (size_t k = 0; k < tuned.values.size(); ++k) {
    const TunedValue& value = tuned.values[k];
    const TunedNumber& number = report.program.numbers()[k];
    values.push_back({{"path", number.place.path},
                      {"range", {number.low, number.high}},
                      {"before", value.before},
                      {"after", value.after},
                      {"could_be", {value.low, value.high}},
                      {"matters", value.matters}});
  }
  for (size_t i = 0; i < tuned.labels.size(); ++i) {
    const TunedLesson& one = tuned.labels[i];
    OrderedJson picks = OrderedJson::array();
    for (const uint32_t pick : report.lessons[i].picks) picks.push_back(report.name_of(i, pick));
    labels.push_back({{"place", report.lessons[i].place},
                      {"given", report.lessons[i].given},
                      {"picks", picks},
                      {"weight", report.lessons[i].weight},
                      {"before", report.name_of(i, one.before)},
                      {"after", report.name_of(i, one.after)},
                      {"was_met", one.was_met},
                      {"is_met", one.is_met}});
  }
  for (const Conflict& conflict : tuned.conflicts)
    conflicts.push_back(
        {{"labels", conflict.labels},
         {"reason", conflict.reason},
         {"gave_way", conflict.gave_way ? OrderedJson(*conflict.gave_way) : OrderedJson(nullptr)}});
  return {{"version", 1},
          {"file", report.options.path},
          {"ending", name_of_ending(tuned.ending)},
          {"is_linear", tuned.is_linear},
          {"margin", tuned.margin},
          {"values", values},
          {"labels", labels},
          {"conflicts", conflicts},
          {"held_out", tuned.held_out.folds == 0 ? OrderedJson(nullptr)
                                                 : OrderedJson{{"folds", tuned.held_out.folds},
                                                               {"labels", tuned.held_out.labels},
                                                               {"right", tuned.held_out.right}}},
          {"broken_tests", report.broken_tests},
          {"diffs", report.diffs},
          {"is_written", report.is_written}};
}

}  // namespace ishi::compiler::cli
