// A network with an early exit (as BranchyNet, Teerapittayanon et al. 2016): behind some of its layers, a classifier says
// how sure it is; the other layers are for the queries of which it is not.
//
//     early_exit [--queries N] [--width N] [--early N] [--percent N] [--classes N] [--seed N] [--repeats N]
//                [--placeholders]
//
// Queries come one at a time; `percent` of them, or nearly so, take the exit behind `early` layers. Six more stand behind
// it.
// `--placeholders` launches graphs made by hand, one for each half, with the host's decision in between: a query is copied
// to where kernels look for it, and its answer to where it belongs.
#include <cmath>
#include <numeric>
#include <random>

#include "../common/chain.h"
#include "../common/sample.h"

constexpr int kWarp = 32;
constexpr int kBlock = 128;
constexpr int kLate = 6;

// ---- the network

// Matrices by output, then input.
struct Network {
  int width, classes;
  int early;                    // layers before the first classifier; there are kLate behind it
  const float* matrices;        // layer by layer
  const float *first, *second;  // of the two classifiers
};

enum Exit { kEarly, kLast };

struct Answer {
  int label, exit;
};

// A warp for each output.
__device__ float dot_of_warp(int count, const float* a, const float* b) {
  float sum = 0;
  for (int i = threadIdx.x % kWarp; i < count; i += kWarp) sum += a[i] * b[i];
  for (int other = kWarp / 2; other > 0; other /= 2) sum += __shfl_xor_sync(~0u, sum, other);
  return sum;
}

__global__ void apply(int width, const float* matrix, const float* in, float* out) {
  const int i = (blockIdx.x * kBlock + threadIdx.x) / kWarp;
  if (i >= width) return;
  const float sum = dot_of_warp(width, matrix + i * width, in);
  if (threadIdx.x % kWarp == 0) out[i] = in[i] + fmaxf(sum, 0);
}

__global__ void score(int width, int classes, const float* matrix, const float* in, float* scores) {
  const int i = (blockIdx.x * kBlock + threadIdx.x) / kWarp;
  if (i >= classes) return;
  const float sum = dot_of_warp(width, matrix + i * width, in);
  if (threadIdx.x % kWarp == 0) scores[i] = sum;
}

// The class of the highest score, and its part of the softmax. For one thread: classes are few.
__global__ void judge(int classes, const float* scores, Exit exit, Answer* answer, float* confidence) {
  int label = 0;
  for (int i = 1; i < classes; ++i)
    if (scores[i] > scores[label]) label = i;
  float sum = 0;
  for (int i = 0; i < classes; ++i) sum += expf(scores[i] - scores[label]);
  *answer = {label, exit};
  *confidence = 1 / sum;
}

// ---- a query, launch by launch

struct Buffers {
  float* activations;  // of two layers
  float *scores, *confidence;
};

__host__ __device__ constexpr int blocks_for(int outputs) { return (outputs * kWarp + kBlock - 1) / kBlock; }

void classify(Network net, Buffers buffers, const float* query, float threshold, Answer* answer,
              cudaStream_t stream) {
  const int width = net.width, size = width * width;
  const int blocks = blocks_for(width), class_blocks = blocks_for(net.classes);
  const float* const late = net.matrices + net.early * size;
  float* const here = buffers.activations;  // where the early layers end
  float* const there = here + width;
  float confidence = 0;
#pragma spawn graph
  for (int layer = 0; layer < net.early; ++layer) {
    const bool ends_here = (net.early - layer) % 2 != 0;
    const float* const in = ends_here ? there : here;
    apply<<<blocks, kBlock, 0, stream>>>(width, net.matrices + layer * size, layer > 0 ? in : query,
                                         ends_here ? here : there);
  }
  score<<<class_blocks, kBlock, 0, stream>>>(width, net.classes, net.first, here, buffers.scores);
  judge<<<1, 1, 0, stream>>>(net.classes, buffers.scores, kEarly, answer, buffers.confidence);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpyAsync(&confidence, buffers.confidence, sizeof(float), cudaMemcpyDeviceToHost, stream));
  CHECK(cudaStreamSynchronize(stream));
  if (confidence < threshold) {
    apply<<<blocks, kBlock, 0, stream>>>(width, late, here, there);
    apply<<<blocks, kBlock, 0, stream>>>(width, late + size, there, here);
    apply<<<blocks, kBlock, 0, stream>>>(width, late + 2 * size, here, there);
    apply<<<blocks, kBlock, 0, stream>>>(width, late + 3 * size, there, here);
    apply<<<blocks, kBlock, 0, stream>>>(width, late + 4 * size, here, there);
    apply<<<blocks, kBlock, 0, stream>>>(width, late + 5 * size, there, here);
    score<<<class_blocks, kBlock, 0, stream>>>(width, net.classes, net.second, here, buffers.scores);
    judge<<<1, 1, 0, stream>>>(net.classes, buffers.scores, kLast, answer, buffers.confidence);
    CHECK(cudaGetLastError());
  }
}

// ---- the same as two graphs

struct Placeholders {
  float* query;
  Answer* answer;
  float* confidence;  // pinned
  cudaGraphExec_t first, second;
};

// The layers before an exit, and its classifier.
cudaGraphExec_t make_half(Network net, Buffers buffers, const Placeholders& placeholders, Exit exit,
                          cudaStream_t stream) {
  const int layers = exit == kEarly ? net.early : kLate, size = net.width * net.width;
  const float* const matrices = exit == kEarly ? net.matrices : net.matrices + net.early * size;
  float* const here = buffers.activations;
  float* const there = here + net.width;
  Chain chain;
  for (int layer = 0; layer < layers; ++layer) {
    const bool ends_here = (layers - layer) % 2 != 0;
    const float* const in = ends_here ? there : here;
    chain.add(apply, blocks_for(net.width), kBlock, net.width, matrices + layer * size,
              layer > 0 || exit == kLast ? in : placeholders.query, ends_here ? here : there);
  }
  chain.add(score, blocks_for(net.classes), kBlock, net.width, net.classes,
            exit == kEarly ? net.first : net.second, here, buffers.scores);
  chain.add(judge, 1, 1, net.classes, buffers.scores, exit, placeholders.answer, buffers.confidence);
  return chain.instantiate(stream);
}

void classify(Network net, Buffers buffers, const Placeholders& placeholders, const float* query,
              float threshold, Answer* answer, cudaStream_t stream) {
  CHECK(cudaMemcpyAsync(placeholders.query, query, net.width * sizeof(float), cudaMemcpyDeviceToDevice,
                        stream));
  CHECK(cudaGraphLaunch(placeholders.first, stream));
  CHECK(cudaMemcpyAsync(placeholders.confidence, buffers.confidence, sizeof(float), cudaMemcpyDeviceToHost,
                        stream));
  CHECK(cudaStreamSynchronize(stream));
  if (*placeholders.confidence < threshold) CHECK(cudaGraphLaunch(placeholders.second, stream));
  CHECK(cudaMemcpyAsync(answer, placeholders.answer, sizeof(Answer), cudaMemcpyDeviceToDevice, stream));
}

// ---- the input, and the same on the CPU

using Vector = std::vector<float>;

Vector make_values(size_t count, float scale, std::mt19937_64& random) {
  Vector values(count);
  for (float& value : values) value = scale * (static_cast<float>(random() % 65536) / 32768 - 1);
  return values;
}

struct Weights {
  Vector matrices, first, second;
};

Vector multiply_on_cpu(const float* matrix, const Vector& in, int outputs) {
  Vector out;
  for (int i = 0; i < outputs; ++i, matrix += in.size())
    out.push_back(std::inner_product(in.begin(), in.end(), matrix, 0.f));
  return out;
}

Vector layers_on_cpu(const Network& net, const Weights& weights, Vector x, int begin, int end) {
  for (int layer = begin; layer < end; ++layer) {
    const Vector more = multiply_on_cpu(&weights.matrices[layer * net.width * net.width], x, net.width);
    for (int i = 0; i < net.width; ++i) x[i] += std::max(more[i], 0.f);
  }
  return x;
}

float confidence_on_cpu(const Vector& scores) {
  const float largest = *std::max_element(scores.begin(), scores.end());
  float sum = 0;
  for (const float value : scores) sum += std::exp(value - largest);
  return 1 / sum;
}

struct Expected {
  Vector first, second;  // scores at the two exits
  float confidence;      // at the first one
};

std::vector<Expected> classify_on_cpu(const Network& net, const Weights& weights, const Vector& queries) {
  std::vector<Expected> expected(queries.size() / net.width);
  on_all_cores([&](int core, int cores) {
    for (size_t i = core; i < expected.size(); i += cores) {
      const Vector query(queries.begin() + i * net.width, queries.begin() + (i + 1) * net.width);
      const Vector x = layers_on_cpu(net, weights, query, 0, net.early);
      expected[i].first = multiply_on_cpu(weights.first.data(), x, net.classes);
      expected[i].second = multiply_on_cpu(
          weights.second.data(), layers_on_cpu(net, weights, x, net.early, net.early + kLate), net.classes);
      expected[i].confidence = confidence_on_cpu(expected[i].first);
    }
  });
  return expected;
}

// So that `percent` of the queries are surer, or nearly so: where there is most room near there, as sums have another
// order on the CPU.
float threshold_for(const std::vector<Expected>& expected, int percent) {
  Vector sorted{0, 1};
  for (const Expected& each : expected) sorted.push_back(each.confidence);
  std::sort(sorted.begin(), sorted.end());
  const size_t gaps = sorted.size() - 1, wanted = gaps * (100 - std::min(percent, 100)) / 100,
               slack = gaps / 20;
  size_t widest = std::min(wanted, gaps - 1);
  for (size_t i = wanted - std::min(wanted, slack); i < std::min(gaps, wanted + slack); ++i)
    if (sorted[i + 1] - sorted[i] > sorted[widest + 1] - sorted[widest]) widest = i;
  return (sorted[widest] + sorted[widest + 1]) / 2;
}

size_t count_wrong(const std::vector<Answer>& answers, const std::vector<Expected>& expected,
                   float threshold) {
  constexpr float kNear = 1e-3f;
  size_t wrong = 0;
  for (size_t i = 0; i < answers.size(); ++i) {
    const auto [label, exit] = answers[i];
    const Vector& scores = exit == kEarly ? expected[i].first : expected[i].second;
    const bool is_class = label >= 0 && label < static_cast<int>(scores.size());
    wrong += exit != (expected[i].confidence < threshold ? kLast : kEarly) || !is_class ||
             !(scores[label] >= *std::max_element(scores.begin(), scores.end()) - kNear);
  }
  return wrong;
}

// ---- the program

int main(int argc, char** argv) {
  Arguments arguments("early_exit", argc, argv);
  Network net{};
  const int queries = arguments.number("--queries", 1000);
  net.width = arguments.number("--width", 256), net.classes = arguments.number("--classes", 16);
  net.early = arguments.number("--early", 6);
  const int percent = arguments.number("--percent", 50), seed = arguments.number("--seed", 1);
  const int repeats = arguments.number("--repeats", 5);
  const bool by_hand = arguments.flag("--placeholders");
  arguments.finish();

  std::mt19937_64 random(seed);
  const size_t width = net.width;
  const float scale = std::sqrt(3.f / width);                      // a product keeps the mean square
  const float part = 3.f / static_cast<float>(net.early + kLate);  // of it, that a layer adds
  const Weights weights{make_values((net.early + kLate) * width * width, part * scale, random),
                        make_values(net.classes * width, scale, random),
                        make_values(net.classes * width, scale, random)};
  const Vector input = make_values(queries * width, 1, random);
  const std::vector<Expected> expected = classify_on_cpu(net, weights, input);
  const float threshold = threshold_for(expected, percent);
  const auto early = std::count_if(expected.begin(), expected.end(),
                                   [&](const Expected& each) { return !(each.confidence < threshold); });

  float *matrices = device_copy(weights.matrices), *first = device_copy(weights.first);
  float *second = device_copy(weights.second), *inputs = device_copy(input);
  net.matrices = matrices, net.first = first, net.second = second;
  Buffers buffers{};
  Answer* answers;
  CHECK(cudaMalloc(&buffers.activations, 2 * width * sizeof(float)));
  CHECK(cudaMalloc(&buffers.scores, net.classes * sizeof(float)));
  CHECK(cudaMalloc(&buffers.confidence, sizeof(float)));
  CHECK(cudaMalloc(&answers, queries * sizeof(Answer)));
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));

  Placeholders placeholders{};
  CHECK(cudaMalloc(&placeholders.query, width * sizeof(float)));
  CHECK(cudaMalloc(&placeholders.answer, sizeof(Answer)));
  CHECK(cudaMallocHost(&placeholders.confidence, sizeof(float)));
  if (by_hand) {
    placeholders.first = make_half(net, buffers, placeholders, kEarly, stream);
    placeholders.second = make_half(net, buffers, placeholders, kLast, stream);
  }

  const std::string text = std::to_string(queries) + " queries, " + std::to_string(net.early + kLate) +
                           " layers, " + std::to_string(early) + " exits behind " +
                           std::to_string(net.early) + (by_hand ? ", placeholders" : "");
  const int exit_code = time_runs(
      "early_exit", text, repeats, [&] { CHECK(cudaMemset(answers, 0xff, queries * sizeof(Answer))); },
      [&] {
        for (int i = 0; i < queries; ++i) {
          const float* query = inputs + i * width;
          if (by_hand)
            classify(net, buffers, placeholders, query, threshold, answers + i, stream);
          else
            classify(net, buffers, query, threshold, answers + i, stream);
        }
      },
      [&] { return count_wrong(host_copy(answers, queries), expected, threshold); });
  for (const cudaGraphExec_t graph : {placeholders.first, placeholders.second})
    if (graph) CHECK(cudaGraphExecDestroy(graph));
  CHECK(cudaStreamDestroy(stream));
  for (float* memory : {matrices, first, second, inputs, buffers.activations, buffers.scores,
                        buffers.confidence, placeholders.query})
    CHECK(cudaFree(memory));
  for (Answer* memory : {answers, placeholders.answer}) CHECK(cudaFree(memory));
  CHECK(cudaFreeHost(placeholders.confidence));
  return exit_code;
}
