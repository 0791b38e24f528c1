#pragma once

// For libunwind, which takes nothing else from this header of C11.
#define thread_local _Thread_local
