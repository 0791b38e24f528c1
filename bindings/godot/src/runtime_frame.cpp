#include <algorithm>

#include "conversions.h"
#include "ishi/c_run_frame.h"
#include "runtime.h"

// Frames of a world, and the tasks and questions that come of them.

namespace ishi::godot {

std::string Runtime::name_of(uint64_t id) const {
  const auto found = layouts_.find(id);
  return found == layouts_.end() ? std::string() : found->second.name;
}

Value Runtime::record(uint64_t id, const void* bytes) const {
  std::vector<std::pair<std::string_view, Value>> entries;
  const auto found = layouts_.find(id);
  if (found == layouts_.end() || bytes == nullptr) return Value::dictionary({});
  for (const RecordMember& member : found->second.members) {
    Value value;
    switch (member.kind) {
      case ValueKind::number: value = number_value(at<float>(bytes, member.place)); break;
      case ValueKind::integer: value = Value(static_cast<int64_t>(at<int32_t>(bytes, member.place))); break;
      case ValueKind::boolean: value = Value(at<uint8_t>(bytes, member.place) != 0); break;
      case ValueKind::enumeration:
        value = Value(static_cast<int64_t>(at<uint8_t>(bytes, member.place)));
        break;
      case ValueKind::point: value = point_value(at<ishi_vector3>(bytes, member.place)); break;
      case ValueKind::entity: {
        const std::pair<std::string_view, Value> entry{
            "entity", Value(number_of(at<ishi_entity_id>(bytes, member.place)))};
        value = Value::dictionary({&entry, 1});
      }
    }
    entries.emplace_back(member.name, std::move(value));
  }
  return Value::dictionary(entries);
}

void Runtime::carry_out(void* context, ishi_population population, const ishi_results* commands) {
  Runtime& self = *static_cast<Runtime*>(context);
  for (uint32_t i = 0; i < commands->end_count; ++i) {
    const ishi_end& end = commands->ends[i];
    const auto token = self.token_names_.find(token_name(end.token));
    if (token == self.token_names_.end()) continue;
    const int64_t number = token->second;
    const bool reports = end.report_when_over != 0;
    const Value items[] = {Value("end"), Value(self.number_of(id_of(end.agent))), Value(number),
                           Value(self.name_of(end.task)), Value(reports)};
    self.commands_.push_back(Value::list(items));
    if (!reports) self.forget_token(number);
  }
  for (uint32_t i = 0; i < commands->start_count; ++i) {
    const ishi_start& start = commands->starts[i];
    const int64_t token = self.next_token_++;
    const int64_t number = self.number_of(id_of(start.agent));
    self.tokens_[token] = {number, population.index, start.token, start.task};
    self.token_names_[token_name(start.token)] = token;
    const Value items[] = {Value("start"), Value(number), Value(token), Value(self.name_of(start.task)),
                           self.record(start.task, start.parameters)};
    self.commands_.push_back(Value::list(items));
  }
  for (uint32_t i = 0; i < commands->update_count; ++i) {
    const ishi_start& update = commands->updates[i];
    const auto token = self.token_names_.find(token_name(update.token));
    if (token == self.token_names_.end()) continue;
    const Value items[] = {Value("update"), Value(self.number_of(id_of(update.agent))), Value(token->second),
                           Value(self.name_of(update.task)), self.record(update.task, update.parameters)};
    self.commands_.push_back(Value::list(items));
  }
}

void Runtime::ask(void* context, ishi_population population, const ishi_query* queries, uint32_t count) {
  Runtime& self = *static_cast<Runtime*>(context);
  for (uint32_t i = 0; i < count; ++i) {
    const ishi_query& query = queries[i];
    self.questions_.push_back({population.index, query.ticket, false});
    const Value items[] = {Value("sight"),
                           Value(static_cast<int64_t>(self.questions_.size())),
                           Value(self.number_of(id_of(query.observer))),
                           Value(self.number_of(id_of(query.target))),
                           point_value(query.from),
                           point_value(query.to)};
    self.commands_.push_back(Value::list(items));
  }
}

void Runtime::emitted(void* context, ishi_population, const ishi_emitted* event) {
  Runtime& self = *static_cast<Runtime*>(context);
  const Value items[] = {Value("event"), Value(self.number_of(id_of(event->agent))),
                         Value(self.name_of(event->event)), self.record(event->event, event->record)};
  self.commands_.push_back(Value::list(items));
}

void Runtime::move(void* context, const ishi_move* move) {
  Runtime& self = *static_cast<Runtime*>(context);
  const auto found = self.spawned_.find(self.number_of(id_of(move->agent)));
  if (found == self.spawned_.end()) return;
  ishi_vector3 point{};
  const ishi_population population = self.populations_[*found->second.population];
  if (ishi_population_way_point(population, move->agent, &point).code != ISHI_OK)
    point = {ISHI_NOWHERE, ISHI_NOWHERE, ISHI_NOWHERE};
  const auto row = static_cast<float>(found->second.row);
  const ishi_vector3 heading = move->heading;
  // Without negative zeros, as all that goes out.
  for (const float number : {row, heading.x, heading.y, heading.z, move->speed, point.x, point.y, point.z})
    self.moves_.push_back(number + 0.0F);
}

ishi_status Runtime::run_jobs(void* context, const ishi_batch* batch) {
  return static_cast<Runtime*>(context)->pool_.run(*batch);
}

Value Runtime::run_frame(int64_t microseconds, const std::vector<float>& places) {
  if (!is_open()) return {};
  if (microseconds < 0) return refuse("time does not go back"), Value();
  if (places.size() != 6 * spawned_.size()) {
    refuse("there are " + std::to_string(spawned_.size()) + " places in the world, and " +
           std::to_string(places.size() / 6) + " were given");
    return {};
  }
  if (!let_viewers()) return {};
  ishi_column positions{}, facings{};
  if (!is_good(ishi_world_positions(world_, &positions)) || !is_good(ishi_world_facings(world_, &facings)))
    return {};
  commands_.clear();
  questions_.clear();
  moves_.clear();
  const float* from = places.data();
  uint32_t next_row = 0;
  for (auto& [number, one] : spawned_) {
    const float* const place = from;
    from += 6;
    one.row = next_row++;
    // An agent whose place is not finite stays where it was.
    if (!std::all_of(place, from, [](float x) { return std::isfinite(x); })) {
      const Value items[] = {Value("lost"), Value(number)};
      commands_.push_back(Value::list(items));
      continue;
    }
    const uint32_t row = one.entity.index;
    row_of<float>(positions.data, positions, row) = place[0];
    row_of<float>(positions.y, positions, row) = place[1];
    row_of<float>(positions.z, positions, row) = place[2];
    row_of<float>(facings.data, facings, row) = place[3];
    row_of<float>(facings.y, facings, row) = place[4];
    row_of<float>(facings.z, facings, row) = place[5];
  }
  ishi_frame_game game{};
  game.context = this;
  game.carry_out = carry_out;
  game.ask = ask;
  game.emitted = emitted;
  game.move = move;
  game.run_jobs = run_jobs;
  ishi_frame_options options{};
  options.microseconds = static_cast<uint64_t>(microseconds);
  if (!is_good(pool_.prepare(world_))) return {};
  is_in_frame_ = true;
  const ishi_status status = ishi_run_frame(ishi_get_api(ISHI_API_VERSION), world_, nullptr, &game, &options);
  is_in_frame_ = false;
  if (!is_good(status)) return {};
  if (!moves_.empty()) {
    const Value items[] = {Value("moves"), Value::floats(moves_)};
    commands_.push_back(Value::list(items));
  }
  Value result = Value::list(commands_);
  commands_.clear();
  return result;
}

Runtime::Token* Runtime::find_token(int64_t token) {
  if (!is_open()) return nullptr;
  const auto found = tokens_.find(token);
  if (found != tokens_.end()) return &found->second;
  // One that is over is no mistake: its agent had something better to do.
  if (token <= 0 || token >= next_token_) refuse("there is no task " + std::to_string(token));
  return nullptr;
}
void Runtime::forget_token(int64_t token) {
  const auto found = tokens_.find(token);
  if (found == tokens_.end()) return;
  token_names_.erase(token_name(found->second.token));
  tokens_.erase(found);
}

// Writes what a game gives into the record of a task or event; what it leaves out has its default.
bool Runtime::fill(const RecordLayout& layout, const std::string& what, const Value& given,
                   std::vector<std::byte>& bytes) {
  bytes.assign(layout.bytes, std::byte{});
  for (const RecordMember& member : layout.members) {
    switch (member.kind) {
      case ValueKind::number: put(bytes, member.place, member.number); break;
      case ValueKind::integer: put(bytes, member.place, static_cast<int32_t>(member.number)); break;
      case ValueKind::boolean:
      case ValueKind::enumeration: put(bytes, member.place, static_cast<uint8_t>(member.number)); break;
      case ValueKind::point: put(bytes, member.place, member.point); break;
      case ValueKind::entity: break;
    }
  }
  for (const auto& [name, value] : given.entries()) {
    const auto member =
        std::find_if(layout.members.begin(), layout.members.end(),
                     [&wanted = name](const RecordMember& one) { return one.name == wanted; });
    if (member == layout.members.end()) return refuse(quoted(what) + " has no " + quoted(name));
    std::string whole = what;
    whole.append(".").append(name);
    if (member->kind == ValueKind::entity) {
      ishi_entity entity;
      if (!entity_of(value, whole, entity)) return false;
      put(bytes, member->place, id_of(entity));
    } else if (member->kind == ValueKind::point) {
      if (!value.is(Type::vector3)) return refuse(quoted(whole) + " is a point, not " + a_type(value.type()));
      put(bytes, member->place, value.point());
    } else {
      if (!value.is_number()) return refuse(quoted(whole) + " is a number, not " + a_type(value.type()));
      if (member->kind == ValueKind::number)
        put(bytes, member->place, float_of(value));
      else if (member->kind == ValueKind::integer)
        put(bytes, member->place, integer_of(value));
      else
        put(bytes, member->place, byte_of(value));
    }
  }
  return true;
}

bool Runtime::report(int64_t token, uint8_t ending, const Value* given) {
  Token* const found = find_token(token);
  if (found == nullptr) return false;
  const Token one = *found;
  ishi_report report{};
  report.token = one.token;
  report.ending = ending;
  std::vector<std::byte> bytes;
  if (given != nullptr && !given->entries().empty()) {
    const RecordLayout& layout = layouts_[one.task];
    if (!fill(layout, layout.name, *given, bytes)) return false;
    report.task = one.task;
    report.record = bytes.data();
    report.record_bytes = static_cast<uint32_t>(bytes.size());
  }
  forget_token(token);
  const ishi_status status = ishi_population_report(populations_[one.population], &report);
  if (status.code == ISHI_TOKEN_STALE || status.code == ISHI_ALREADY_REPORTED) return false;
  return is_good(status);
}
bool Runtime::complete(int64_t token, const Value& given) { return report(token, ISHI_COMPLETED, &given); }
bool Runtime::fail(int64_t token) { return report(token, ISHI_FAILED, nullptr); }

bool Runtime::answer_sight(int64_t ticket, bool is_clear) {
  if (!is_open()) return false;
  if (ticket < 1 || ticket > static_cast<int64_t>(questions_.size()) ||
      questions_[static_cast<size_t>(ticket - 1)].is_answered)
    return refuse("there is no question " + std::to_string(ticket));
  Question& question = questions_[static_cast<size_t>(ticket - 1)];
  question.is_answered = true;
  const ishi_status status = ishi_population_answer(populations_[question.population], question.ticket,
                                                    is_clear ? ISHI_CLEAR : ISHI_BLOCKED);
  if (status.code == ISHI_QUERY_STALE || status.code == ISHI_QUERY_ANSWERED) return false;
  return is_good(status);
}

}  // namespace ishi::godot
