"""Rules for Bazel that compile and test the behaviour of a game with Ishi.

    load("//third_party/ishi:ishi.bzl", "ishi_assets", "ishi_test")

    ishi_assets(
        name = "behaviour",
        srcs = ["guard.ishi.yaml"],       # a blob each: guard.ishi
        includes = ["game.ishi.yaml"],    # what they include or import
        header = "game.h",                # the contract for C++, if there is a name
    )
    ishi_test(name = "behaviour_test", srcs = ["guard.ishi.yaml"], includes = ["game.ishi.yaml"])

The tool is the label @ishi//:tool; package.BUILD beside this file makes it of an unpacked package. The actions read their inputs alone and keep
no cache of their own, so results may come from a disk cache or a remote one.
"""

# Bazel's sandboxes show inputs by links that lead out of them, and Ishi reads nothing through a link that leaves its root. So the inputs are
# copied below one folder, by their paths in the workspace.
_GATHER = """
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
gather() { mkdir -p "$root/$(dirname "$2")" && cp -L "$1" "$root/$2"; }
"""

def _gathered(files):
    return "".join(["gather '%s' '%s'\n" % (file.path, file.short_path) for file in files])

def _test_gathered(files):
    return "".join(["gather '%s' '%s'\n" % (file.short_path, file.short_path) for file in files])

def _check_names(files):
    for file in files:
        if not file.path.endswith(".ishi.yaml"):
            fail("%s is no *.ishi.yaml file" % file.path)

def _ishi_assets_impl(ctx):
    _check_names(ctx.files.srcs + ctx.files.includes)
    blobs = []
    moves = ""
    for source in ctx.files.srcs:
        blob = ctx.actions.declare_file(source.basename[:-len(".yaml")], sibling = None)
        blobs.append(blob)
        moves += "cp \"$out/%s\" '%s'\n" % (blob.basename, blob.path)
    names = " ".join(["\"$root/%s\"" % source.short_path for source in ctx.files.srcs])
    outputs = list(blobs)
    options = ""
    if ctx.attr.header:
        header = ctx.actions.declare_file(ctx.attr.header)
        outputs.append(header)
        options = " --header \"$out/header.h\" --namespace '%s'" % ctx.attr.namespace
        moves += "cp \"$out/header.h\" '%s'\n" % header.path
    if ctx.attr.deny_warnings:
        options += " --deny-warnings"

    # One folder holds all blobs, so files of the same name in two packages stand in two targets.
    script = "set -euo pipefail\n" + _GATHER + _gathered(ctx.files.srcs + ctx.files.includes) + (
        "out=$root/.out\nfor source in %s; do '%s' build \"$source\" --root \"$root\" -o \"$out\" --no-cache > \"$root/.log\" || { cat \"$root/.log\"; exit 1; }; done\n" % (names, ctx.executable._tool.path)
    )
    if options:
        script += "'%s' build %s --root \"$root\" -o \"$out/all\" --no-cache%s > \"$root/.log\" || { cat \"$root/.log\"; exit 1; }\n" % (ctx.executable._tool.path, names, options)
    ctx.actions.run_shell(
        inputs = ctx.files.srcs + ctx.files.includes,
        outputs = outputs,
        tools = [ctx.executable._tool],
        command = script + moves,
        mnemonic = "IshiBuild",
        progress_message = "Compiling behaviour %s" % ctx.label,
    )
    return [DefaultInfo(files = depset(outputs), runfiles = ctx.runfiles(files = blobs))]

_SOURCES = {
    "srcs": attr.label_list(allow_files = [".yaml"], mandatory = True, doc = "files with agents, a blob each"),
    "includes": attr.label_list(allow_files = [".yaml"], doc = "files that they include or import"),
    "deny_warnings": attr.bool(default = False, doc = "warnings fail, too"),
    "_tool": attr.label(default = "@ishi//:tool", executable = True, cfg = "host", allow_files = True),
}

ishi_assets = rule(
    implementation = _ishi_assets_impl,
    attrs = dict(_SOURCES, header = attr.string(doc = "the contract's C++ header"), namespace = attr.string(default = "game")),
    doc = "Compiles behaviour to blobs that the game loads.",
)

def _ishi_test_impl(ctx):
    _check_names(ctx.files.srcs + ctx.files.includes)
    names = " ".join([source.short_path for source in ctx.files.srcs])
    script = ctx.actions.declare_file(ctx.label.name + ".sh")
    ctx.actions.write(
        script,
        "#!/bin/bash\nset -euo pipefail\n" + _GATHER + _test_gathered(ctx.files.srcs + ctx.files.includes) +
        "tool=$PWD/%s\ncd \"$root\"\n" % ctx.executable._tool.short_path +
        "if [ -n \"${XML_OUTPUT_FILE:-}\" ]; then \"$tool\" test %s --root . --format junit > \"$XML_OUTPUT_FILE\" || true; fi\n" % names +
        "\"$tool\" test %s --root .%s\n" % (names, " --deny-warnings" if ctx.attr.deny_warnings else ""),
        is_executable = True,
    )
    runfiles = ctx.runfiles(files = ctx.files.srcs + ctx.files.includes + [ctx.executable._tool])
    return [DefaultInfo(executable = script, runfiles = runfiles)]

ishi_test = rule(
    implementation = _ishi_test_impl,
    attrs = _SOURCES,
    test = True,
    doc = "Runs the tests that designers wrote into their files.",
)
