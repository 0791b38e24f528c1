#!/usr/bin/env bash
# The port for vcpkg and the recipe for Conan fit these sources: their versions and options are those of CMakeLists.txt, what they hand to CMake is
# configured, and the folders that Conan's recipe exports suffice. Neither vcpkg nor Conan is here; a few lines stand for their functions.
#
#   recipes_test.sh FOLDER SOURCE_FOLDER CMAKE GENERATOR CXX
set -euo pipefail
folder=$1 source=$(realpath "$2") cmake=$3 generator=$4 compiler=$5
fail() { echo "recipes_test: $*" >&2; exit 1; }
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder"

version=$(sed -n 's/^project(ishi VERSION \([0-9.]*\).*/\1/p' "$source/CMakeLists.txt")
grep -q "\"version\": \"$version\"" "$source/pipelines/vcpkg/ishi/vcpkg.json" || fail "the port has another version than $version"
grep -q "version = \"$version\"" "$source/pipelines/conan/conanfile.py" || fail "the recipe has another version than $version"
python3 -m json.tool "$source/pipelines/vcpkg/ishi/vcpkg.json" > out || fail 'vcpkg.json is no JSON'

# --- vcpkg ---

cat > port.cmake <<'END'
cmake_minimum_required(VERSION 3.22)
function(vcpkg_check_linkage)
endfunction()
function(vcpkg_check_features)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "OUT_FEATURE_OPTIONS" "FEATURES")
  set(options "")
  while(arg_FEATURES)
    list(POP_FRONT arg_FEATURES feature option)
    if(feature IN_LIST FEATURES)
      list(APPEND options "-D${option}=ON")
    else()
      list(APPEND options "-D${option}=OFF")
    endif()
  endwhile()
  set(${arg_OUT_FEATURE_OPTIONS} "${options}" PARENT_SCOPE)
endfunction()
function(vcpkg_cmake_configure)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "SOURCE_PATH" "OPTIONS")
  execute_process(COMMAND "${CMAKE_COMMAND}" -S "${arg_SOURCE_PATH}" -B "${CURRENT_PACKAGES_DIR}/build" -G "${GENERATOR}" "-DCMAKE_CXX_COMPILER=${COMPILER}" ${arg_OPTIONS}
    COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
endfunction()
foreach(name IN ITEMS vcpkg_cmake_install vcpkg_cmake_config_fixup vcpkg_copy_tools)
  cmake_language(EVAL CODE "function(${name})\nendfunction()")
endforeach()
function(vcpkg_install_copyright)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "FILE_LIST")
  foreach(file IN LISTS arg_FILE_LIST)
    if(NOT EXISTS "${file}")
      message(FATAL_ERROR "there is no ${file}")
    endif()
  endforeach()
endfunction()
include("${PORT}")
END
mkdir -p host/tools/flatbuffers
ln -s "$(command -v flatc)" host/tools/flatbuffers/flatc
port() { # port FOLDER FEATURES
  mkdir -p "$1"
  "$cmake" "-DPORT=$source/pipelines/vcpkg/ishi/portfile.cmake" "-DFEATURES=$2" "-DCURRENT_PACKAGES_DIR=$PWD/$1" "-DCURRENT_HOST_INSTALLED_DIR=$PWD/host" "-DGENERATOR=$generator" \
    "-DCOMPILER=$compiler" -P port.cmake > out 2>&1
}
ISHI_SOURCES=$source port runtime core || fail "the port of the runtime: $(cat out)"
! grep -q 'Manually-specified variables were not used' out || fail "the port has options that there are not: $(cat out)"
grep -q 'ISHI_BUILD_COMPILER:BOOL=OFF' runtime/build/CMakeCache.txt || fail 'the runtime is built with its compiler'
grep -q "ISHI_FLATC:[A-Z]*=$PWD/host" runtime/build/CMakeCache.txt || fail 'flatc is not that of the host'
ISHI_SOURCES=$source port all 'core;compiler' || fail "the port with its feature: $(cat out)"
grep -q 'ISHI_BUILD_COMPILER:BOOL=ON' all/build/CMakeCache.txt || fail 'the feature does not build the compiler'
! (unset ISHI_SOURCES; port none core) || fail 'a port without sources goes on'
grep -q 'ISHI_SOURCES must be the folder' out || fail "what is missing is not said: $(cat out)"

# --- Conan ---

mkdir -p stand_in/conan/tools
for module in build cmake files; do : > stand_in/conan/tools/$module.py; done
: > stand_in/conan/tools/__init__.py
cat > stand_in/conan/__init__.py <<'END'
class ConanFile:
    def requires(self, what): self.required.append(what)
    tool_requires = requires
END
cat > stand_in/conan/errors.py <<'END'
class ConanInvalidConfiguration(Exception): pass
END
echo 'def check_min_cppstd(recipe, least): recipe.least = least' > stand_in/conan/tools/build.py
cat > stand_in/conan/tools/files.py <<'END'
import fnmatch, os, shutil
def copy(recipe, pattern, source, target):
    found = 0
    for base, folders, files in os.walk(source):
        folders[:] = [one for one in folders if one not in ("build", ".git", "node_modules")]
        for name in files:
            path = os.path.relpath(os.path.join(base, name), source)
            if fnmatch.fnmatch(path, pattern):
                os.makedirs(os.path.dirname(os.path.join(target, path)), exist_ok=True)
                shutil.copy2(os.path.join(source, path), os.path.join(target, path))
                found += 1
    assert found, f"nothing is called {pattern}"
END
cat > stand_in/conan/tools/cmake.py <<'END'
class CMakeDeps:
    def __init__(self, recipe): pass
    def generate(self): pass
class CMakeToolchain:
    def __init__(self, recipe): self.recipe, self.cache_variables = recipe, {}
    def generate(self): self.recipe.variables = self.cache_variables
class CMake: pass
def cmake_layout(recipe): pass
END
cat > export.py <<'END'
import importlib.util, sys, types
source, target, compiler = sys.argv[1], sys.argv[2], sys.argv[3] == "compiler"
spec = importlib.util.spec_from_file_location("recipe", source + "/pipelines/conan/conanfile.py")
module = importlib.util.module_from_spec(spec)
sys.dont_write_bytecode = True
spec.loader.exec_module(module)
recipe = module.Ishi()
recipe.recipe_folder, recipe.export_sources_folder = source + "/pipelines/conan", target
recipe.options, recipe.settings, recipe.required = types.SimpleNamespace(compiler=compiler), types.SimpleNamespace(os="Linux"), []
recipe.export_sources(); recipe.requirements(); recipe.build_requirements(); recipe.validate(); recipe.generate()
assert recipe.least == 20
for name, value in recipe.variables.items():
    print(f"-D{name}={'ON' if value else 'OFF'}")
recipe.settings.os = "Windows"
try:
    recipe.validate()
    assert not compiler, "the tool is promised on Windows"
except module.ConanInvalidConfiguration:
    pass
END
for kind in runtime compiler; do
  PYTHONPATH=stand_in PYTHONDONTWRITEBYTECODE=1 python3 export.py "$source" "$PWD/exported_$kind" $kind > options
  mapfile -t options < options
  "$cmake" -S "exported_$kind" -B "configured_$kind" -G "$generator" "-DCMAKE_CXX_COMPILER=$compiler" "${options[@]}" > out 2>&1 || fail "what Conan exports is not configured with ${options[*]}: $(cat out)"
  ! grep -q 'Manually-specified variables were not used' out || fail "the recipe has options that there are not: $(cat out)"
done
# What it exports is what is built: with ISHI_LONG_TESTS the runtime is, and installed where the recipe says that it is.
if [[ -n ${ISHI_LONG_TESTS:-} ]]; then
  "$cmake" --build configured_runtime --parallel 2 > out 2>&1 || fail "the runtime of the recipe: $(cat out)"
  "$cmake" --install configured_runtime --prefix installed > out
  test -f installed/lib/cmake/ishi/ishiConfig.cmake || fail 'the CMake package is not where the recipe says'
  for library in $(sed -n 's/.*cpp_info.libs = \[\(.*\)\]/\1/p' "$source/pipelines/conan/conanfile.py" | tr -d '",'); do
    test -f "installed/lib/lib$library.a" || fail "there is no library $library"
  done
fi
echo 'recipes: configured'
