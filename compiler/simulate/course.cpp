#include "simulate/course.h"

#include <fmt/format.h>

#include <algorithm>

#include "language/unit.h"

namespace ishi::compiler {
namespace {

class CourseReader {
 public:
  CourseReader(const Model& model, const Test& test, SituationValues& values, Course& course,
               Diagnostics& diagnostics)
      : model_(model), test_(test), values_(values), course_(course), diagnostics_(diagnostics) {}

  void read() {
    course_.seconds = test_.run.value;
    for (const auto& moment : test_.at) {
      if (moment.time.given) check_time(moment.time);
      Course::Change change{moment.time.value, {}, {}, {}, {}};
      const Setting<std::vector<Reference>>& hidden = moment.value.hidden;
      if (hidden.given) change.hidden = values_.find_entities(hidden.value);
      change.sounds = values_.find_sounds(moment.value.sounds);
      values_.read_keys(moment.value.set, {"cannot be set", "set"}, change.set);
      for (const auto& event : moment.value.emit) read_event(event, change);
      course_.changes.push_back(std::move(change));
    }
    for (const auto& task : test_.fails) read_failures(task);
    std::ranges::stable_sort(course_.changes, {}, &Course::Change::seconds);
    std::ranges::stable_sort(course_.failures, {}, &Course::Failure::seconds);
  }

 private:
  void check_time(const Setting<double>& time) {
    const Setting<double>& run = test_.run;
    if (!run.given || run.value == 0 || (time.value >= 0 && time.value < run.value)) return;
    const std::string end = show(run.value, Quantity::duration);
    auto report =
        diagnostics_.report(Code::time_outside_run, time.span,
                            time.value < 0 ? std::string("this is before the run begins")
                                           : fmt::format("by then the run is over: it lasts {}", end));
    if (run.span.end != 0) report.label(run.span, "the run");
    report.help(time.value < 0 ? std::string("write the time since the run began, such as 0s")
                               : fmt::format("write a time below {}, or let it run longer", end));
  }

  void read_event(const Named<Posting>& posting, Course::Change& change) {
    const Name& name = posting.name;
    SituationEvent event;
    event.event = find_index(model_.events, name.text);
    if (event.event == kNone) {
      values_.report_unknown(name, "event", {}, model_.events);
      return;
    }
    const Map<Variable>& fields = model_.events[event.event].value.fields;
    if (fields.empty() && !posting.value.fields.empty()) {
      diagnostics_
          .report(Code::unknown_name, posting.value.fields[0].name.span,
                  fmt::format("`{}` has no fields: it tells nothing but that it happened", name.text))
          .help(fmt::format("write `{}: {{}}`", name.text));
      return;
    }
    values_.read_fields(posting.value.fields, name.text, fields, {}, event.fields);
    change.emit.push_back(std::move(event));
  }

  void read_failures(const Named<std::vector<Setting<double>>>& failures) {
    const Name& name = failures.name;
    const uint32_t task = find_index(model_.tasks, name.text);
    if (task == kNone) {
      values_.report_unknown(name, "task", {}, model_.tasks);
      return;
    }
    for (const Setting<double>& time : failures.value) {
      if (!time.given) continue;
      check_time(time);
      course_.failures.push_back({time.value, task});
    }
  }

  const Model& model_;
  const Test& test_;
  SituationValues& values_;
  Course& course_;
  Diagnostics& diagnostics_;
};

}  // namespace

void read_course(const Model& model, const Test& test, SituationValues& values, Course& course,
                 Diagnostics& diagnostics) {
  CourseReader(model, test, values, course, diagnostics).read();
}

}  // namespace ishi::compiler
