// What the samples share: CUDA's errors, options, repeated and timed runs, and the line that each prints.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#define CHECK(call)                                                                       \
  do {                                                                                    \
    const cudaError_t error = (call);                                                     \
    if (error != cudaSuccess) {                                                           \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error)); \
      std::exit(2);                                                                       \
    }                                                                                     \
  } while (0)

// The command line: `--name` or `--name N`. What nobody has asked for is an error, see finish().
class Arguments {
 public:
  Arguments(const char* program, int argc, char** argv)
      : program_(program), words_(argv + 1, argv + argc), used_(words_.size()) {}

  bool flag(const char* name) {
    bool given = false;
    for (size_t i = 0; i < words_.size(); ++i)
      if (!used_[i] && words_[i] == name) given = used_[i] = true;
    return given;
  }

  const char* text(const char* name) {
    const char* value = nullptr;
    for (size_t i = 0; i < words_.size(); ++i) {
      if (used_[i] || words_[i] != name) continue;
      if (i + 1 == words_.size()) fail("%s: %s needs a value\n", name);
      used_[i] = used_[i + 1] = true;
      value = words_[i + 1].c_str();
    }
    return value;
  }

  // Positive.
  int number(const char* name, int otherwise) {
    const char* value = text(name);
    if (!value) return otherwise;
    if (std::atoi(value) <= 0) fail("%s: %s needs a positive number\n", name);
    return std::atoi(value);
  }

  void finish() const {
    for (size_t i = 0; i < words_.size(); ++i)
      if (!used_[i]) fail("%s: unknown option %s\n", words_[i].c_str());
  }

 private:
  [[noreturn]] void fail(const char* format, const char* name) const {
    std::fprintf(stderr, format, program_, name);
    std::exit(2);
  }

  const char* program_;
  std::vector<std::string> words_;
  std::vector<bool> used_;
};

// `--pending-limit N`: the launches of the device that CUDA keeps pending.
inline void set_pending_limit(Arguments& arguments) {
  const int limit = arguments.number("--pending-limit", 0);
  if (limit > 0) CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, limit));
}

template <typename T>
T* device_copy(const std::vector<T>& values) {
  T* memory = nullptr;
  CHECK(cudaMalloc(&memory, std::max<size_t>(values.size(), 1) * sizeof(T)));
  CHECK(cudaMemcpy(memory, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
  return memory;
}

template <typename T>
std::vector<T> host_copy(const T* memory, size_t count) {
  std::vector<T> values(count);
  CHECK(cudaMemcpy(values.data(), memory, count * sizeof(T), cudaMemcpyDeviceToHost));
  return values;
}

// Runs work(core, cores) on every core of the CPU: `for (int i = core; i < count; i += cores)` shares a loop out.
template <typename Work>
void on_all_cores(Work&& work) {
  const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  std::vector<std::thread> threads;
  for (int core = 0; core < cores; ++core) threads.emplace_back([&work, core, cores] { work(core, cores); });
  for (std::thread& thread : threads) thread.join();
}

// Where runs take so long together, or all that belongs to them so many seconds, no more are made.
constexpr float kEnoughMs = 1000;
constexpr double kEnoughSeconds = 8;

// What a run does at least: how many of the things that are counted, and the bytes that go to and from memory if each pass
// over the data reads and writes each of them once. Without bytes, none is told.
struct Work {
  long long count = 0;
  const char* unit = "";
  long long bytes = 0;
};

// Times `run()` by events, `repeats` times at most: prepare() before each and check(), which returns how much is wrong, after it
// count for nothing. Prints the line of the sample, with `input` and `work` as they are then, and returns its exit code.
template <typename Prepare, typename Run, typename Check>
int time_runs(const char* program, const std::string& input, int repeats, Prepare&& prepare, Run&& run,
              Check&& check, const Work& work = {}) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  std::vector<float> times_ms;
  size_t wrong = 0;
  float all_ms = 0;
  while (static_cast<int>(times_ms.size()) < repeats && all_ms < kEnoughMs && seconds() < kEnoughSeconds) {
    prepare();
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaEventRecord(start));
    run();
    CHECK(cudaEventRecord(stop));
    CHECK(cudaEventSynchronize(stop));
    float elapsed_ms = 0;
    CHECK(cudaEventElapsedTime(&elapsed_ms, start, stop));
    times_ms.push_back(elapsed_ms);
    all_ms += elapsed_ms;
    wrong += check();
  }
  CHECK(cudaEventDestroy(start));
  CHECK(cudaEventDestroy(stop));
  const float first_ms = times_ms.front();
  std::string amount = std::to_string(times_ms.size()) + (times_ms.size() == 1 ? " run" : " runs");
  if (work.bytes)
    amount += " of " + std::to_string(work.count) + " " + work.unit + " and " + std::to_string(work.bytes) +
              " bytes";
  std::sort(times_ms.begin(), times_ms.end());
  const float median_ms = (times_ms[(times_ms.size() - 1) / 2] + times_ms[times_ms.size() / 2]) / 2;
  std::printf("%s: %s %s, %s; first %.3f ms, median %.3f ms, best %.3f ms\n", program, wrong ? "WRONG" : "ok",
              input.c_str(), amount.c_str(), first_ms, median_ms, times_ms.front());
  if (wrong) std::fprintf(stderr, "%s: %zu results are wrong\n", program, wrong);
  return wrong ? 1 : 0;
}
