#include <array>

#include "diagnostics/catalogue_parts.h"

// 0xx: text. What is wrong with a file before anybody asks what it means.

namespace ishi::compiler {

namespace {

constexpr auto kTextRows = std::to_array<CatalogueRow>({
    {Code::text_too_large, Severity::error, "file too large",
     "A source file may have 1 MiB (1,048,576 bytes). A file written by hand never comes near "
     "that; one that does has usually been made by a program or is not a source file at all.\n\n"
     "Split it: put parts into files of their own and bring them together with `include: "
     "[a.ishi.yaml, b.ishi.yaml]`.",
     "", "ishi: 1\n"},
    {Code::text_not_utf8, Severity::error, "file not saved as UTF-8",
     "A source file is read as UTF-8. This one has bytes that are no character in UTF-8, so it "
     "was probably saved in an older encoding (Shift-JIS, Latin-1, Windows-1252).\n\n"
     "Open it in the editor, choose UTF-8 as its encoding (often under \"Save with encoding\") and "
     "save it again. Look at the text afterwards: characters outside of English may have been "
     "damaged on the way.",
     "", "ishi: 1\n"},
    {Code::text_utf16, Severity::error, "file saved as UTF-16",
     "The file was saved as UTF-16, which some Windows programs call \"Unicode\". Source files are "
     "UTF-8, with or without a byte order mark.\n\n"
     "Choose UTF-8 in the editor (often under \"Save with encoding\") and save it again.",
     "", "ishi: 1\n"},
    {Code::control_character, Severity::error, "invisible control character",
     "The file holds a character that no editor shows: a control character, a space without any "
     "width, or a line end of a kind that other programs do not see. Such characters come with "
     "text that was copied from web pages or chats. A name with one inside looks like another "
     "name and is not.\n\n"
     "Delete it; the message shows where it stands. If it is a line end, let the editor save the "
     "file with line ends of Unix (LF) or Windows (CRLF).",
     "",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"},
    {Code::bidirectional_control, Severity::error, "character that turns the text's direction",
     "The file holds an invisible character that makes editors show a part of a line from right "
     "to left. What people see is then not what the compiler reads, which has been used to hide "
     "things in programs.\n\n"
     "Delete it. Text in Arabic or Hebrew needs no such character in comments and in `doc`.",
     "",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"},
    {Code::empty_file, Severity::error, "empty file",
     "The file has no content, or nothing but comments. Every source file says which edition of "
     "the language it is written in, and its first line does so.\n\n"
     "Begin the file with `ishi: 1`.",
     "# nothing here yet\n", "ishi: 1\n"},
    {Code::tab_indentation, Severity::error, "tab as indentation",
     "Lines that belong together are indented by the same number of spaces. A tab is as wide as "
     "the editor likes, so nobody can tell what belongs to what; hence a line may not begin with "
     "one.\n\n"
     "Replace the tabs by spaces. Most editors have a command for the whole file and a setting "
     "that makes the Tab key write spaces.",
     "ishi: 1\n"
     "blackboard:\n"
     "\thp: { type: number, range: 0..100 }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"},
    {Code::several_documents, Severity::error, "more than one document in a file",
     "A line of three dashes begins another document in YAML, three dots end one. A source file "
     "holds one document only, and much that reads YAML silently leaves the others out, so both "
     "lines are refused. One `---` as the very first line is allowed.\n\n"
     "Delete the line. If the parts really are separate, give each a file of its own and use "
     "`include`.",
     "ishi: 1\n"
     "---\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"},
    {Code::nesting_too_deep, Severity::error, "nested too deep",
     "Blocks, lists and brackets can stand inside one another 64 levels deep. Nothing that a "
     "person writes and reads needs so many; usually brackets were opened again and again by "
     "mistake.\n\n"
     "Give inner parts names of their own (a goal, a value, a curve) and use the names.",
     "ishi: 1\n"
     "values:\n"
     "  deep: "
     "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[0]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]"
     "]]]]]]]]]]]]]]]]]]]]]]]]]]\n",
     "ishi: 1\n"
     "values:\n"
     "  deep: 0\n"},
    {Code::quote_not_closed, Severity::error, "quote not closed on its line",
     "A text in quotes ends with the same quote on the same line. Without this rule a forgotten "
     "quote would swallow the lines below it up to the next quote, wherever that stands, and "
     "what was meant would be lost without a word.\n\n"
     "Close the quote. A long text can stand on several lines: write `|` behind the name, and the "
     "lines below it, indented, without quotes.",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"
     "values:\n"
     "  hurt: \"1 - hp.norm\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"
     "values:\n"
     "  hurt: \"1 - hp.norm\"\n"},
    {Code::bracket_not_closed, Severity::error, "bracket not closed",
     "Every `{` needs its `}` and every `[` its `]`. Either the closing bracket is missing, or "
     "there is one of the other kind. A bracket also counts as not closed where a line begins "
     "that clearly is something new: one that lines up with a name outside of the brackets.\n\n"
     "Close the bracket where the block or list ends.",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100\n"
     "  ammo: { type: integer, range: 0..12 }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"
     "  ammo: { type: integer, range: 0..12 }\n"},
    {Code::bracket_not_opened, Severity::error, "closing bracket without an opening one",
     "There is a `}` or `]` with no `{` or `[` before it that it could close.\n\n"
     "Delete it, or add the missing opening bracket.",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }}\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"},
    {Code::anchor_or_alias, Severity::error, "anchor or alias",
     "YAML can mark a part with `&name` and repeat it elsewhere with `*name`. The language has "
     "no such copies: they hide where a value comes from, and a few lines of them can grow to "
     "gigabytes.\n\n"
     "Write the value out. To build one thing upon another, give the first a name and write "
     "`extends: NAME` in the second.",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: &percent { type: number, range: 0..100 }\n"
     "  armor: *percent\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"
     "  armor: { type: number, range: 0..100 }\n"},
    {Code::merge_key, Severity::error, "merge key",
     "`<<` copies another block into this one in some kinds of YAML; in others it is a name like "
     "any other. Here it is neither.\n\n"
     "Use `extends: NAME`, which works in every named thing and says what it does.",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { <<: { type: number }, range: 0..100 }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"},
    {Code::tag, Severity::error, "tag",
     "A word behind a `!` is a tag: it tells YAML what type a value has. Here the type of a "
     "value follows from the place where it stands, so there is nothing to tell.\n\n"
     "Delete the tag. If `!` was meant as \"not\", write `not`.",
     "ishi: 1\n"
     "values:\n"
     "  half: !!float 0.5\n",
     "ishi: 1\n"
     "values:\n"
     "  half: 0.5\n"},
    {Code::exclamation_for_not, Severity::error, "`!` for `not`",
     "In many programming languages `!` in front of a condition means \"not\". YAML takes a `!` at "
     "the beginning of a value for something of its own and would swallow the word behind it.\n\n"
     "Write `not`.",
     "ishi: 1\n"
     "blackboard:\n"
     "  alarm: boolean\n"
     "values:\n"
     "  calm: !alarm\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  alarm: boolean\n"
     "values:\n"
     "  calm: not alarm\n"},
    {Code::complex_key, Severity::error, "name that is not a word",
     "What stands before a `:` is a name: a word, or a text in quotes, on the same line as its "
     "colon. YAML allows lists and whole blocks there, some of them behind a `?`; the language "
     "does not. A `:` with nothing before it is refused for the same reason.\n\n"
     "Write `name: value`.",
     "ishi: 1\n"
     "blackboard:\n"
     "  ? hp\n"
     "  : { type: number, range: 0..100 }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"},
    {Code::duplicate_key, Severity::error, "name defined twice",
     "The same name stands twice in one block. One of the two would silently win, so neither "
     "does.\n\n"
     "Rename one, or delete it. If both are sections, such as two `actions:`, bring their lines "
     "together under one of them.",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"
     "  hp: { type: number, range: 0..50 }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"},
    {Code::empty_value, Severity::error, "name without a value",
     "A name ends with a `:` and nothing stands behind it or below it, or its value is `null` or "
     "`~`, which is YAML's way to say nothing. In most cases the lines below were meant to "
     "belong to it and lack their indentation, or something was left for later.\n\n"
     "Write the value, indent what belongs to the name, or delete the line. For something that "
     "is meant to have nothing in it write `{}`.",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp:\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"},
    {Code::empty_flow_item, Severity::error, "comma without a value",
     "Between two commas, or before the first one, something is missing.\n\n"
     "Delete the comma that is too much, or write what belongs between.",
     "ishi: 1\n"
     "curves:\n"
     "  close: { points: [[0, 1],, [1, 0]] }\n",
     "ishi: 1\n"
     "curves:\n"
     "  close: { points: [[0, 1], [1, 0]] }\n"},
    {Code::comma_in_expression, Severity::error, "comma cuts an expression off",
     "Inside { } and [ ] a comma ends a value, whatever parentheses it stands in. So `{ level: "
     "max(a, b) }` would be read as a level of `max(a` and something called `b)`.\n\n"
     "Put the expression in quotes, or write it on a line of its own without the brackets around "
     "it.",
     "ishi: 1\n"
     "blackboard:\n"
     "  fear: { type: number, range: 0..1 }\n"
     "  pain: { type: number, range: 0..1 }\n"
     "needs:\n"
     "  safety: { level: max(fear, pain) }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  fear: { type: number, range: 0..1 }\n"
     "  pain: { type: number, range: 0..1 }\n"
     "needs:\n"
     "  safety: { level: \"max(fear, pain)\" }\n"},
    {Code::bare_step_with_modifier, Severity::error, "modifier below a bare step",
     "A step that is just a word, such as `- crouch`, has no place where a modifier such as "
     "`timeout` could stand: YAML would read both lines as one text.\n\n"
     "Write the step as `- do: crouch`. The modifier, such as `timeout: 6s`, then stands on the next "
     "line and lines up with `do`.",
     "ishi: 1\n"
     "tasks:\n"
     "  crouch: {}\n"
     "actions:\n"
     "  hide:\n"
     "    score: 0.5\n"
     "    do:\n"
     "      - crouch\n"
     "        timeout: 6s\n",
     "ishi: 1\n"
     "tasks:\n"
     "  crouch: {}\n"
     "actions:\n"
     "  hide:\n"
     "    score: 0.5\n"
     "    do:\n"
     "      - do: crouch\n"
     "        timeout: 6s\n"},
    {Code::second_colon, Severity::error, "second colon in a value",
     "A word followed by `:` and a space is a name. A value cannot begin with a name on the same "
     "line, so a second `:` there is either a slip or belongs to a text.\n\n"
     "Put the whole value in quotes if the `:` is a part of it. If it is a name, give it a line "
     "of its own below, indented.",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"
     "values:\n"
     "  hurt: much: 1 - hp.norm\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"
     "values:\n"
     "  hurt: 1 - hp.norm\n"},
    {Code::top_level_not_a_mapping, Severity::error, "line that belongs to no section",
     "A source file is a row of sections, each a name and a `:` at the start of a line: `ishi: "
     "1`, then `blackboard:`, `actions:` and so on. This line is not indented and is something "
     "else: a list item, a bracket or a text.\n\n"
     "Indent it below the section that it belongs to, or write the section's name above it.",
     "{ ishi: 1 }\n", "ishi: 1\n"},
    {Code::yaml_error, Severity::error, "text that cannot be read",
     "The text is not YAML at this place, and in a way for which there is no better message. "
     "Common reasons are a sign at the beginning of a value that YAML keeps for itself, lines "
     "that do not line up, and brackets or quotes that do not match.\n\n"
     "Look at the line and at the one above it. Quotes round a value, or a line of its own for "
     "each name, usually help. If you find out what was wrong, please report it: it deserves a "
     "message of its own.",
     "",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"},
    {Code::reserved_character, Severity::error, "sign that cannot begin a value",
     "A value cannot begin with one of the signs that YAML keeps for itself: @, %, `, a comma, "
     "or > and | with something behind them on the line.\n\n"
     "Put the whole value in quotes, or delete the sign. A percentage is written behind its "
     "number: `15%`.",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"
     "values:\n"
     "  hurt: @hp\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"
     "values:\n"
     "  hurt: 1 - hp.norm\n"},
    {Code::text_after_value, Severity::error, "text behind a complete value",
     "A value in quotes or brackets ends with its closing quote or bracket. What stands behind "
     "that on the same line belongs to nothing. This often happens when only a part of an "
     "expression was put in quotes, or when a quote inside a text ended it early.\n\n"
     "Put quotes round the whole value. Inside double quotes a double quote is written `\\\"`, "
     "inside single quotes a single one `''`.",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"
     "values:\n"
     "  hurt: \"1 - hp.norm\" * 2\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"
     "values:\n"
     "  hurt: \"(1 - hp.norm) * 2\"\n"},
    {Code::wrong_indentation, Severity::error, "line indented wrongly",
     "How far a line is indented says what it belongs to: lines of one block begin in the same "
     "column, what belongs to a name is indented deeper than the name. This line begins in a "
     "column where nothing can be: it lines up with nothing above it, or it is deeper than a "
     "line that has its value already.\n\n"
     "Line it up with its neighbours. Two spaces for each level are usual.",
     "ishi: 1\n"
     "blackboard:\n"
     "    hp: { type: number, range: 0..100 }\n"
     "  ammo: { type: integer, range: 0..12 }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"
     "  ammo: { type: integer, range: 0..12 }\n"},
    {Code::missing_colon, Severity::error, "name without a colon",
     "In this place every line begins with a name and a `:`, but this one has no `:`. It may "
     "also be the rest of a text or an expression from the line above: an expression has to "
     "stand on one line.\n\n"
     "Write `name: value`.",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp { type: number, range: 0..100 }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"},
    {Code::missing_space, Severity::error, "no space behind a colon",
     "A `:` separates a name from its value only with a space (or the end of the line) behind "
     "it. Without one the whole is a single word to YAML.\n\n"
     "Write a space behind the `:`.",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp:{ type: number, range: 0..100 }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"},
    {Code::missing_comma, Severity::error, "missing comma",
     "Inside { } and [ ] a comma stands between one item and the next, also at the end of a "
     "line.\n\n"
     "Write the comma.",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number range: 0..100 }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"},
    {Code::trailing_comma, Severity::error, "comma behind the last item",
     "Inside { } and [ ] a comma stands between two items. Behind the last one it announces "
     "something that does not come, so perhaps a line was lost.\n\n"
     "Delete the comma, or write what is missing.",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100, }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"},
    {Code::list_mixed_with_names, Severity::error, "list items and names in one block",
     "A block is either a list, whose lines begin with `- `, or a row of names, each with its "
     "`:`. Here both begin in the same column, so it would be neither, or the steps of a body stand "
     "without their dashes.\n\n"
     "Begin the line with `- ` if it is an item. If it is a name, indent it like the name that "
     "it belongs beside; if it is a list, indent it below the name that it belongs to.",
     "ishi: 1\n"
     "curves:\n"
     "  close:\n"
     "    points:\n"
     "      - [0, 1]\n"
     "      - [1, 0]\n"
     "      clamp: false\n",
     "ishi: 1\n"
     "curves:\n"
     "  close:\n"
     "    points:\n"
     "      - [0, 1]\n"
     "      - [1, 0]\n"
     "    clamp: false\n"},
    {Code::misplaced_dash, Severity::error, "dash where no list can begin",
     "A list with dashes begins on the line below its name, one item a line. On the name's own "
     "line, and inside { } and [ ], there is no room for dashes.\n\n"
     "Begin the list on the next line, or write it in brackets: `[a, b]`.",
     "ishi: 1\n"
     "curves:\n"
     "  close: { points: [- [0, 1], - [1, 0]] }\n",
     "ishi: 1\n"
     "curves:\n"
     "  close: { points: [[0, 1], [1, 0]] }\n"},
    {Code::bad_escape, Severity::error, "backslash that means nothing",
     "In a text in double quotes a backslash begins a special sign: `\\n` is a new line, `\\\"` a "
     "quote, `\\\\` a backslash, `\\u00e9` an é. This one is none of "
     "them, or stands for a character that a source text may not hold.\n\n"
     "Write two backslashes for one, or put the text in single quotes, where a backslash is just "
     "a backslash.",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100, doc: \"100\\% is healthy\" }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100, doc: \"100% is healthy\" }\n"},
    {Code::unusual_space, Severity::error, "character that only looks like a space",
     "Besides the ordinary space there are others: the wide one of Japanese text, the no-break "
     "space that comes with copied text. They look like spaces, but separate nothing for YAML. "
     "In texts and comments they are fine; where a space is needed they are not.\n\n"
     "Put an ordinary space in its place.",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp:　{ type: number, range: 0..100 }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"},
    {Code::look_alike, Severity::error, "character that only looks like another",
     "An input method for Japanese types full-width signs (`：`, `－`, `０`), a word processor makes dashes and "
     "quotes of its own (`–`, `“`). The language knows the plain ones alone. In texts (`doc`, the name of a test), "
     "in quotes and in comments all of them are fine.\n\n"
     "Write the plain character in its place; names stand without quotes.",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp： { type: number, range: ０..１００ }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"},
    {Code::foreign_comment, Severity::error, "comment in the way of another language",
     "A comment begins with `#`, which stands at the start of a line or behind a space, and ends with its line. "
     "`//` and `/* */` begin none, and a `#` that touches a value belongs to it.\n\n"
     "Write `#` before each line of the comment, and a space before a `#` behind a value.",
     "ishi: 1\n"
     "// The contract with the game.\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n",
     "ishi: 1\n"
     "# The contract with the game.\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"},
    {Code::merge_conflict, Severity::error, "lines left of a merge",
     "When two people change the same lines, git writes both versions into the file, between marks: `<<<<<<<`, "
     "`=======` and `>>>>>>>`. Somebody has to say which one is right.\n\n"
     "Keep one of the two versions, or bring them together, and delete the lines with the marks.",
     "ishi: 1\n"
     "blackboard:\n"
     "<<<<<<< HEAD\n"
     "  hp: { type: number, range: 0..100 }\n"
     "=======\n"
     "  hp: { type: number, range: 0..200 }\n"
     ">>>>>>> main\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..200 }\n"},
});

}  // namespace

std::span<const CatalogueRow> catalogue_text() { return kTextRows; }

}  // namespace ishi::compiler
