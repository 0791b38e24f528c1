// A program of Windows that has a file open, as an editor, a game or a scanner for viruses may.
//
//   hold FILE alone|shared|deletable     until a line comes on stdin; says "held" once it has it

#include <windows.h>

#include <cstdio>
#include <string_view>

int wmain(int count, wchar_t** arguments) {
  if (count != 3) return 2;
  const std::wstring_view how = arguments[2];
  DWORD shared = 0;
  if (how != L"alone") shared = FILE_SHARE_READ | FILE_SHARE_WRITE;
  if (how == L"deletable") shared |= FILE_SHARE_DELETE;
  const HANDLE file =
      CreateFileW(arguments[1], GENERIC_READ, shared, nullptr, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr);
  if (file == INVALID_HANDLE_VALUE) return 1;
  std::puts("held");
  std::fflush(stdout);
  std::getchar();
  CloseHandle(file);
  return 0;
}
