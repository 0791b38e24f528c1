#include "cli/input/batch.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <exception>
#include <iterator>
#include <mutex>
#include <system_error>
#include <thread>

#include "cli/exit_code.h"
#include "cli/output/terminal.h"
#include "cli/version.h"
#include "diagnostics/catalogue.h"
#include "diagnostics/json.h"
#include "diagnostics/render_github.h"
#include "diagnostics/render_json.h"
#include "diagnostics/render_sarif.h"
#include "diagnostics/render_text.h"
#include "source/read_file.h"
#include "workspace/checked_file.h"

namespace ishi::compiler::cli {

void for_all(size_t count, unsigned jobs, std::string_view what, const std::function<void(size_t)>& work,
             const std::function<void(size_t)>& take) {
  Progress progress(what, count);
  std::atomic<size_t> next = 0;
  std::mutex mutex;
  std::vector<bool> is_done(count, false);
  size_t taken = 0;
  std::exception_ptr thrown;
  const auto run = [&] {
    try {
      for (size_t i = next.fetch_add(1); i < count; i = next.fetch_add(1)) {
        work(i);
        progress.advance();
        const std::scoped_lock lock(mutex);
        is_done[i] = true;
        for (; taken < count && is_done[taken]; ++taken) take(taken);
      }
    } catch (...) {
      next = count;
      const std::scoped_lock lock(mutex);
      if (!thrown) thrown = std::current_exception();
    }
  };
  const size_t wanted = jobs == 0 ? std::max(1U, std::thread::hardware_concurrency()) : jobs;
  std::vector<std::thread> threads;
  threads.reserve(std::min(wanted, count));
  try {
    for (size_t i = 1; i < std::min(wanted, count); ++i) threads.emplace_back(run);
  } catch (const std::system_error&) {  // the system has no more; those that there are do the work
  } catch (const std::bad_alloc&) {     // the same: they must be joined before anything is reported
  }
  run();
  for (std::thread& thread : threads) thread.join();
  if (thrown) std::rethrow_exception(thrown);
}

void Findings::add(const Verdict& verdict, const Sources& sources, const std::string& main) {
  std::vector<std::string> read;
  for (uint32_t i = 0; i < sources.size(); ++i) read.push_back(sources.shown_path(i));
  add(verdict, sources, main, read);
}

void Findings::add(const Verdict& verdict, const Sources& sources, const std::string& main,
                   const std::vector<std::string>& read) {
  mains_.insert(main);
  if (verdict.is_asset) {
    for (const std::string& path : read) assets_of_[path].insert(main);
  }
  const auto note_unused = [&](const Diagnostic& diagnostic, bool is_said) {
    const Diagnostic finding = moved(diagnostic, sources);
    Unused& unused = unused_
                         .try_emplace({finding.code, place(finding.span), told_apart_by(finding)},
                                      Unused{finding, {}, false})
                         .first->second;
    unused.assets.insert(main);
    unused.is_said |= is_said;
  };
  for (const Diagnostic& diagnostic : verdict.unused) note_unused(diagnostic, false);
  for (const Diagnostic& diagnostic : verdict.diagnostics) {
    if (is_of_project(diagnostic.code)) note_unused(diagnostic, true);
    if (diagnostic.code == Code::allow_unused) {
      const Diagnostic idle = moved(diagnostic, sources);
      idle_.emplace(place(idle.span), idle);
      continue;
    }
    const Diagnostic finding = moved(diagnostic, sources);
    const bool is_own =
        diagnostic.span.file < sources.size() && sources.shown_path(diagnostic.span.file) == main;
    if (is_told_of_import(finding, is_own, main)) continue;
    if (is_new(diagnostic, sources)) {
      diagnostics_.push_back(finding);
      ++(diagnostic.severity == Severity::error ? errors_ : warnings_);
    }
  }
  for (const std::string& agent : verdict.unfinished)
    unfinished_.push_back(fmt::format("`{}` in {}", agent, shown(main)));
  for (const Silenced& silenced : verdict.silenced) {
    const Span by = moved(silenced.by, sources);
    needed_.insert(place(by));
    if (is_new(silenced.diagnostic, sources))
      silenced_.push_back({moved(silenced.diagnostic, sources), by, silenced.reason});
  }
  for (const Diagnostic& diagnostic : verdict.unneeded) {
    const Diagnostic idle = moved(diagnostic, sources);
    idle_.emplace(place(idle.span), idle);
  }
}

// A profile may equal one profile in one asset and another in the next, so both findings are kept.
std::string Findings::told_apart_by(const Diagnostic& finding) {
  return finding.code == Code::same_importance ? finding.message : std::string();
}

// True if it says the same of the same place as what another file's compilation has found there. What
// analysis finds is about agents, of which each file has its own.
bool Findings::is_told_of_import(const Diagnostic& finding, bool is_own, const std::string& main) {
  if (is_of_analysis(finding.code)) return false;
  const auto key = std::tuple(finding.code, place(finding.span), finding.message);
  if (is_own) {
    told_at_home_.insert(place(finding.span));
    told_abroad_.erase(key);
    return false;
  }
  const auto [first, is_first] = told_by_.try_emplace({finding.code, place(finding.span)}, main);
  if (!is_first && first->second != main) return true;
  if (!told_at_home_.contains(place(finding.span))) told_abroad_.insert(key);
  return told_at_home_.contains(place(finding.span));
}

// Takes back what other compilations have told of a file before its own did.
void Findings::drop_told_by_own() {
  std::erase_if(diagnostics_, [&](const Diagnostic& finding) {
    const bool is_double = told_abroad_.contains({finding.code, place(finding.span), finding.message}) &&
                           told_at_home_.contains(place(finding.span));
    if (is_double) --(finding.severity == Severity::error ? errors_ : warnings_);
    return is_double;
  });
}

void Findings::settle() {
  drop_told_by_own();
  for (auto& entry : idle_) {
    Diagnostic& idle = entry.second;
    if (needed_.contains(entry.first) || !mains_.contains(sources_.shown_path(idle.span.file))) continue;
    insert(std::move(idle));
  }
  idle_.clear();
  settle_unused();
}

// Behind what stands before it in its file.
void Findings::insert(Diagnostic finding) {
  const auto stands_before = [&](const Diagnostic& other) {
    return other.span.file == finding.span.file && other.span.begin <= finding.span.begin;
  };
  const auto before = std::find_if(diagnostics_.rbegin(), diagnostics_.rend(), stands_before);
  const auto file = std::ranges::find_if(
      diagnostics_, [&](const Diagnostic& other) { return other.span.file == finding.span.file; });
  diagnostics_.insert(before != diagnostics_.rend() ? before.base() : file, std::move(finding));
  ++warnings_;
}

void Findings::settle_unused() {
  for (auto& [key, unused] : unused_) {
    const std::string& path = sources_.shown_path(unused.finding.span.file);
    const std::set<std::string>& assets = assets_of_[path];
    const bool is_unused = unused.assets == assets;
    const Diagnostic& finding = unused.finding;
    const auto is_it = [&](const Diagnostic& other) {
      return other.code == finding.code && place(other.span) == place(finding.span) &&
             told_apart_by(other) == told_apart_by(finding);
    };
    if (unused.is_said && !is_unused) warnings_ -= std::erase_if(diagnostics_, is_it);
    if (!is_unused || (!unused.is_said && !mains_.contains(path))) continue;
    if (!unused.is_said) insert(unused.finding);
    if (assets.size() == 1 && assets.contains(path)) continue;
    std::ranges::find_if(diagnostics_, is_it)->notes.push_back(assets_text(assets));
  }
  unused_.clear();
}

// "of all that include this file: `cat.ishi.yaml` and `dog.ishi.yaml`".
std::string Findings::assets_text(const std::set<std::string>& assets) {
  constexpr size_t kNamed = 3;
  std::string names;
  size_t count = 0;
  for (const std::string& asset : assets) {
    if (count++ == kNamed) break;
    names += fmt::format("{}`{}`", names.empty() ? "" : ", ", shown(asset));
  }
  if (assets.size() > kNamed) names += fmt::format(" and {} more", assets.size() - kNamed);
  return fmt::format("so it is in each asset that includes this file: {}", names);
}

// Is it the first time that this is found? Files are included more than once.
bool Findings::is_new(const Diagnostic& diagnostic, const Sources& sources) {
  const Span& span = diagnostic.span;
  const std::string path = span.file < sources.size() ? sources.shown_path(span.file) : "";
  return seen_
      .insert(fmt::format("{} {} {}:{}:{}", static_cast<int>(diagnostic.code), diagnostic.message, path,
                          span.begin, span.end))
      .second;
}

Span Findings::moved(Span span, const Sources& sources) {
  if (span.file >= sources.size()) return span;
  const auto [known, is_new] = files_.emplace(sources.shown_path(span.file), sources_.size());
  if (is_new) sources_.add(sources, span.file);
  return {known->second, span.begin, span.end};
}

Diagnostic Findings::moved(const Diagnostic& diagnostic, const Sources& sources) {
  Diagnostic copy = diagnostic;
  copy.span = moved(copy.span, sources);
  for (Label& label : copy.labels) label.span = moved(label.span, sources);
  for (Edit& edit : copy.edits) edit.span = moved(edit.span, sources);
  return copy;
}

void Findings::print(Format format, const Ending& ending) const {
  TextOptions options;
  options.color = use_color(stderr);
  switch (format) {
    case Format::json: fmt::print("{}", on_lines(json_text(json()), ending.is_one_line)); break;
    case Format::sarif:
      fmt::print("{}", on_lines(render_sarif(diagnostics_, silenced_, sources_,
                                             {tool_version(), ending.is_complete}),
                                ending.is_one_line));
      break;
    case Format::github:
      fmt::print("{}", render_github(diagnostics_, sources_));
      print_unfinished(ending.is_thorough);
      print_closing_line(ending.if_denied);
      break;
    case Format::human:
    case Format::csv:    // is of no findings
    case Format::junit:  // has diagnostics of its own
    case Format::markdown:
    case Format::html:
      fmt::print(stderr, "{}", render_text(diagnostics_, sources_, options));
      print_unfinished(ending.is_thorough);
      print_closing_line(ending.if_denied);
      break;
  }
}

void Findings::print_unfinished(bool is_thorough) const {
  constexpr size_t kNamed = 3;
  if (unfinished_.empty()) return;
  std::string named = unfinished_[0];
  for (size_t i = 1; i < std::min(unfinished_.size(), kNamed); ++i) named += ", " + unfinished_[i];
  if (unfinished_.size() > kNamed) named += fmt::format(" and {} more", unfinished_.size() - kNamed);
  fmt::print(stderr, "what can be proved of {} was not all looked at: that would take longer than {}\n",
             named,
             is_thorough ? "a second an agent"
                         : "a check should; `ishi check --thorough` goes on for about a second an agent");
}

// "2 errors, 1 warning; the first error is at a.ishi.yaml:9:21, and `ishi explain IS102` says more about it"
void Findings::print_closing_line(std::string_view if_denied) const {
  if (diagnostics_.empty()) return;
  const auto is_error = [](const Diagnostic& diagnostic) { return diagnostic.severity == Severity::error; };
  const auto error = std::ranges::find_if(diagnostics_, is_error);
  const Diagnostic& first = error != diagnostics_.end() ? *error : diagnostics_[0];
  std::string place;
  if (first.span.file < sources_.size()) {
    const LineColumn at = sources_.file(first.span.file).position(first.span.begin);
    place = fmt::format("; the first {} is at {}:{}:{}", is_error(first) ? "error" : "warning",
                        shown(sources_.shown_path(first.span.file)), at.line, at.column);
  }
  const std::string denial = warnings_ == 0 || if_denied.empty() ? "" : fmt::format("; {}", if_denied);
  fmt::print(stderr, "{}{}{} `ishi explain {}` says more about it{}\n", count_text(errors_, warnings_), place,
             place.empty() ? ";" : ", and", code_text(first.code), denial);
}

void Findings::print_errors(std::string_view path) const {
  if (errors_ == 0) {
    if (warnings_ > 0)
      fmt::print(stderr, "{} warning{}; `ishi check {}` says more, and looks for what agents can never do\n",
                 warnings_, warnings_ == 1 ? "" : "s", shell_word(path));
    return;
  }
  TextOptions options;
  options.color = use_color(stderr);
  std::vector<Diagnostic> errors;
  std::ranges::copy_if(diagnostics_, std::back_inserter(errors),
                       [](const Diagnostic& diagnostic) { return diagnostic.severity == Severity::error; });
  fmt::print(stderr, "{}", render_text(errors, sources_, options));
  print_closing_line("");
}

nlohmann::ordered_json Findings::json() const {
  return diagnostics_json(diagnostics_, sources_, {errors_, warnings_, silenced_.size(), unfinished_.size()});
}

// The text outside of strings is indented by whole lines, and strings hold no line ends.
std::string on_lines(std::string json, bool is_one_line) {
  if (!is_one_line) return json;
  std::string line;
  for (size_t i = 0; i < json.size(); ++i) {
    if (json[i] != '\n') {
      line += json[i];
      continue;
    }
    while (i + 1 < json.size() && json[i + 1] == ' ') ++i;
  }
  return line + "\n";
}

std::string count_text(size_t errors, size_t warnings) {
  const auto plural = [](size_t count, std::string_view noun) {
    return count == 0 ? fmt::format("no {}s", noun)
                      : fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
  };
  if (warnings == 0) return plural(errors, "error");
  return fmt::format("{}, {}", plural(errors, "error"), plural(warnings, "warning"));
}

std::shared_ptr<CheckedFile> read_sound_file(const Input& input, int& code, Findings& broken) {
  code = kUsage;
  auto text = read_input(input);
  if (!text) return nullptr;
  ParsedFiles parsed;
  auto file = check_file(input.path, std::move(*text), FolderReader(input.root), parsed, CheckDepth::model,
                         input.viewpoint);
  Diagnostics diagnostics = file->diagnostics;
  if (!diagnostics.has_errors()) static_cast<void>(blob_of(*file, {.all_agents = true}, diagnostics));
  if (!diagnostics.has_errors()) return file;
  broken.add(judge(*file->program, diagnostics, LookedFor::programs), file->sources, input.shown_path());
  code = kFound;
  return nullptr;
}

std::shared_ptr<CheckedFile> read_sound_file(const Input& input, int& code) {
  Findings broken;
  auto file = read_sound_file(input, code, broken);
  if (broken.errors() > 0) broken.print_errors(input.shown_path());
  return file;
}

}  // namespace ishi::compiler::cli
