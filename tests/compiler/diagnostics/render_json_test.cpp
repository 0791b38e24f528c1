#include "diagnostics/render_json.h"

#include <catch2/catch.hpp>
#include <vector>

namespace ishi::compiler::render_json_test {

TEST_CASE("diagnostics as JSON have lines and columns from one, and offsets") {
  Sources sources;
  sources.add("a.ishi.yaml", "ishi: 1\né: xy\n");
  Diagnostic diagnostic;
  diagnostic.code = Code{102};
  diagnostic.severity = Severity::warning;
  diagnostic.message = "no `xy`";
  diagnostic.span = {0, 12, 14};
  diagnostic.labels = {{{0, 0, 4}, "here"}};
  diagnostic.help = "did you mean `xz`?";
  diagnostic.edits = {{{0, 12, 14}, "xz"}};
  CHECK(render_json(std::vector{diagnostic}, sources, {0, 1, 0, 0}) == R"({
  "version": 1,
  "diagnostics": [
    {
      "code": "IS102",
      "severity": "warning",
      "message": "no `xy`",
      "file": "a.ishi.yaml",
      "span": {
        "start": {
          "line": 2,
          "column": 5,
          "offset": 12
        },
        "end": {
          "line": 2,
          "column": 7,
          "offset": 14
        }
      },
      "caption": "",
      "labels": [
        {
          "file": "a.ishi.yaml",
          "span": {
            "start": {
              "line": 1,
              "column": 1,
              "offset": 0
            },
            "end": {
              "line": 1,
              "column": 5,
              "offset": 4
            }
          },
          "text": "here"
        }
      ],
      "notes": [],
      "help": "did you mean `xz`?",
      "edits": [
        {
          "file": "a.ishi.yaml",
          "span": {
            "start": {
              "line": 2,
              "column": 5,
              "offset": 12
            },
            "end": {
              "line": 2,
              "column": 7,
              "offset": 14
            }
          },
          "replacement": "xz"
        }
      ]
    }
  ],
  "summary": {
    "errors": 0,
    "warnings": 1,
    "silenced": 0,
    "unfinished": 0
  }
}
)");
}

TEST_CASE("no diagnostics are an empty list") {
  CHECK(render_json({}, Sources(), {}) ==
        "{\n  \"version\": 1,\n  \"diagnostics\": [],\n  \"summary\": {\n    \"errors\": 0,\n    "
        "\"warnings\": 0,\n    \"silenced\": 0,\n    \"unfinished\": 0\n  }\n}\n");
}

TEST_CASE("bytes that JSON cannot hold are replaced") {
  Diagnostic diagnostic;
  diagnostic.message = "\xFF";
  CHECK(render_json(std::vector{diagnostic}, Sources(), {1, 0, 0, 0}).find("\uFFFD") != std::string::npos);
}

TEST_CASE("JSON writes what a terminal would obey by its code points") {
  Sources sources;
  sources.add("a.ishi.yaml", "ishi: 1\n");
  Diagnostic diagnostic;
  diagnostic.code = Code{102};
  diagnostic.message = "\x7f \xc2\x85 \xe2\x80\xa8 \xe2\x80\xa9 \xe2\x80\xae \xef\xbb\xbf \x1b \xc3\xa4";
  const std::string json = render_json(std::vector{diagnostic}, sources, {1, 0, 0, 0});
  CHECK(json.find("\"\\u007f \\u0085 \\u2028 \\u2029 \\u202e \\ufeff \\u001b \xc3\xa4\"") !=
        std::string::npos);
}

}  // namespace ishi::compiler::render_json_test
