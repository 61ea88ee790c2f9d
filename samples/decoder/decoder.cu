// A decoder, as of transformers, that writes one token a step for each sequence of a batch: some 50 small kernels, whose
// grids and arguments grow with the sequences. Those that are complete leave the batch.
//
//     decoder [--tokens N] [--batch N] [--layers N] [--width N] [--heads N] [--vocabulary N] [--seed N] [--repeats N]
//             [--placeholders]
//
// `--placeholders` launches graphs made by hand, one for each size of the batch: grids are as large as the longest
// sequence needs, and the step is copied to where kernels look for it.
#include <cmath>
#include <functional>
#include <numeric>
#include <random>

#include "../common/chain.h"
#include "../common/sample.h"

constexpr int kBlock = 128;

// ---- the model

struct Shape {
  int width, heads, layers, vocabulary;
  int tokens;  // of the longest sequence
  int batch;   // at first
};

// Matrices by input, then output.
struct Model {
  const float *tokens, *places;  // a vector for each of the vocabulary, and for each place in a sequence
  const float*
      layers;  // one after the other: queries, keys and values; out of attention; up to 4 times the width; down
  const float* scores;  // from a vector to a number for each of the vocabulary
};

// Vectors are by sequence.
struct State {
  int* written;          // by place, then sequence; the first ones are given
  float *x, *normal;     // between layers; the same with a mean square of 1
  float* projected;      // query, key, value
  float *keys, *values;  // of all layers: keys by component, then place; values by place
  float* weights;        // of attention: by head, then place
  float *mixed, *up;
  float* scores;
};

// Where the next token is, a number or where to find it.
__device__ int at(int place) { return place; }
__device__ int at(const int* place) { return *place; }

// ---- the kernels: a sequence is blockIdx.y

struct Add {
  __device__ float operator()(float a, float b) const { return a + b; }
};
struct Larger {
  __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
};

template <typename Combine>
__device__ float combined(float mine, Combine combine) {
  __shared__ float values[kBlock];
  __syncthreads();  // the last result was read
  values[threadIdx.x] = mine;
  __syncthreads();
  for (unsigned half = kBlock / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) values[threadIdx.x] = combine(values[threadIdx.x], values[threadIdx.x + half]);
    __syncthreads();
  }
  return values[0];
}

template <typename Place>
__global__ void embed(Shape shape, Model model, State state, Place place) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, sequence = blockIdx.y;
  if (i >= shape.width) return;
  const int token = state.written[at(place) * shape.batch + sequence];
  state.x[sequence * shape.width + i] =
      model.tokens[token * shape.width + i] + model.places[at(place) * shape.width + i];
}

__global__ void normalise(int width, const float* x, float* normal) {
  const int begin = blockIdx.y * width;
  float squares = 0;
  for (int i = threadIdx.x; i < width; i += kBlock) squares += x[begin + i] * x[begin + i];
  const float scale = rsqrtf(combined(squares, Add{}) / width + 1e-5f);
  for (int i = threadIdx.x; i < width; i += kBlock) normal[begin + i] = x[begin + i] * scale;
}

enum class Then { kWrite, kAdd, kRelu };

template <Then kThen>
__global__ void project(int inputs, int outputs, const float* matrix, const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, sequence = blockIdx.y;
  if (i >= outputs) return;
  float sum = 0;
  for (int k = 0; k < inputs; ++k) sum += matrix[k * outputs + i] * in[sequence * inputs + k];
  float& result = out[sequence * outputs + i];
  result = kThen == Then::kAdd ? result + sum : kThen == Then::kRelu ? fmaxf(sum, 0) : sum;
}

// Keeps key and value for the steps to come.
template <typename Place>
__global__ void keep(Shape shape, const float* projected, float* keys, float* values, Place place) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, width = shape.width, sequence = blockIdx.y;
  if (i >= width) return;
  const float* own = projected + sequence * 3 * width;
  keys[(sequence * width + i) * shape.tokens + at(place)] = own[width + i];
  values[(sequence * shape.tokens + at(place)) * width + i] = own[2 * width + i];
}

// How much a head looks at each place so far, in blocks of places.
template <typename Place>
__global__ void attend(Shape shape, const float* projected, const float* keys, float* weights, Place place) {
  const int other = blockIdx.x * blockDim.x + threadIdx.x, sequence = blockIdx.y, head = blockIdx.z;
  if (other > at(place)) return;
  const int part = shape.width / shape.heads;
  const float* query = projected + sequence * 3 * shape.width + head * part;
  const float* key = keys + (sequence * shape.width + head * part) * shape.tokens + other;
  float sum = 0;
  for (int i = 0; i < part; ++i) sum += query[i] * key[i * shape.tokens];
  weights[(sequence * shape.heads + head) * shape.tokens + other] = sum * rsqrtf(part);
}

template <typename Place>
__global__ void softmax(Shape shape, float* weights, Place place) {
  float* own = weights + (blockIdx.y * shape.heads + blockIdx.z) * shape.tokens;
  const int length = at(place) + 1;
  float largest = -INFINITY, sum = 0;
  for (int i = threadIdx.x; i < length; i += kBlock) largest = fmaxf(largest, own[i]);
  largest = combined(largest, Larger{});
  for (int i = threadIdx.x; i < length; i += kBlock) sum += own[i] = expf(own[i] - largest);
  sum = combined(sum, Add{});
  for (int i = threadIdx.x; i < length; i += kBlock) own[i] /= sum;
}

template <typename Place>
__global__ void mix(Shape shape, const float* weights, const float* values, float* mixed, Place place) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, width = shape.width, sequence = blockIdx.y;
  if (i >= width) return;
  const int head = i / (width / shape.heads);
  const float* weight = weights + (sequence * shape.heads + head) * shape.tokens;
  const float* value = values + sequence * shape.tokens * width + i;
  float sum = 0;
  for (int other = 0; other <= at(place); ++other) sum += weight[other] * value[other * width];
  mixed[sequence * width + i] = sum;
}

// Writes the token of the highest score; of those that are equal, the first.
template <typename Place>
__global__ void choose(Shape shape, const float* scores, int* written, Place place) {
  const float* own = scores + blockIdx.y * shape.vocabulary;
  float best = -INFINITY;
  for (int token = threadIdx.x; token < shape.vocabulary; token += kBlock) best = fmaxf(best, own[token]);
  best = combined(best, Larger{});
  int& next = written[(at(place) + 1) * shape.batch + blockIdx.y];
  if (threadIdx.x == 0) next = shape.vocabulary;
  __syncthreads();
  for (int token = threadIdx.x; token < shape.vocabulary; token += kBlock)
    if (own[token] == best) atomicMin(&next, token);
}

// ---- a step, launch by launch

__host__ __device__ constexpr int blocks_for(int items) { return (items + kBlock - 1) / kBlock; }

void write_tokens(Shape shape, Model model, State state, int place, int batch, cudaStream_t stream) {
  const int width = shape.width;
  const dim3 wide(blocks_for(width), batch), each(1, batch), heads(1, batch, shape.heads);
  const dim3 places(blocks_for(place + 1), batch, shape.heads);
  embed<<<wide, kBlock, 0, stream>>>(shape, model, state, place);
  for (int layer = 0; layer < shape.layers; ++layer) {
    const float* matrix = model.layers + layer * 12 * width * width;
    float* keys = state.keys + layer * shape.batch * shape.tokens * width;
    float* values = state.values + layer * shape.batch * shape.tokens * width;
    normalise<<<each, kBlock, 0, stream>>>(width, state.x, state.normal);
    project<Then::kWrite><<<dim3(blocks_for(3 * width), batch), kBlock, 0, stream>>>(
        width, 3 * width, matrix, state.normal, state.projected);
    keep<<<wide, kBlock, 0, stream>>>(shape, state.projected, keys, values, place);
    attend<<<places, kBlock, 0, stream>>>(shape, state.projected, keys, state.weights, place);
    softmax<<<heads, kBlock, 0, stream>>>(shape, state.weights, place);
    mix<<<wide, kBlock, 0, stream>>>(shape, state.weights, values, state.mixed, place);
    project<Then::kAdd>
        <<<wide, kBlock, 0, stream>>>(width, width, matrix + 3 * width * width, state.mixed, state.x);
    normalise<<<each, kBlock, 0, stream>>>(width, state.x, state.normal);
    project<Then::kRelu><<<dim3(blocks_for(4 * width), batch), kBlock, 0, stream>>>(
        width, 4 * width, matrix + 4 * width * width, state.normal, state.up);
    project<Then::kAdd>
        <<<wide, kBlock, 0, stream>>>(4 * width, width, matrix + 8 * width * width, state.up, state.x);
    CHECK(cudaGetLastError());
  }
  normalise<<<each, kBlock, 0, stream>>>(width, state.x, state.normal);
  project<Then::kWrite><<<dim3(blocks_for(shape.vocabulary), batch), kBlock, 0, stream>>>(
      width, shape.vocabulary, model.scores, state.normal, state.scores);
  choose<<<each, kBlock, 0, stream>>>(shape, state.scores, state.written, place);
  CHECK(cudaGetLastError());
}

// ---- the same as a graph for any place

cudaGraphExec_t make_graph(Shape shape, Model model, State state, const int* place, int batch,
                           cudaStream_t stream) {
  const int width = shape.width;
  const dim3 wide(blocks_for(width), batch), each(1, batch), heads(1, batch, shape.heads);
  const dim3 places(blocks_for(shape.tokens), batch, shape.heads);
  Chain chain;
  chain.add(embed<const int*>, wide, kBlock, shape, model, state, place);
  for (int layer = 0; layer < shape.layers; ++layer) {
    const float* matrix = model.layers + layer * 12 * width * width;
    float* keys = state.keys + layer * shape.batch * shape.tokens * width;
    float* values = state.values + layer * shape.batch * shape.tokens * width;
    chain.add(normalise, each, kBlock, width, state.x, state.normal);
    chain.add(project<Then::kWrite>, dim3(blocks_for(3 * width), batch), kBlock, width, 3 * width, matrix,
              state.normal, state.projected);
    chain.add(keep<const int*>, wide, kBlock, shape, state.projected, keys, values, place);
    chain.add(attend<const int*>, places, kBlock, shape, state.projected, keys, state.weights, place);
    chain.add(softmax<const int*>, heads, kBlock, shape, state.weights, place);
    chain.add(mix<const int*>, wide, kBlock, shape, state.weights, values, state.mixed, place);
    chain.add(project<Then::kAdd>, wide, kBlock, width, width, matrix + 3 * width * width, state.mixed,
              state.x);
    chain.add(normalise, each, kBlock, width, state.x, state.normal);
    chain.add(project<Then::kRelu>, dim3(blocks_for(4 * width), batch), kBlock, width, 4 * width,
              matrix + 4 * width * width, state.normal, state.up);
    chain.add(project<Then::kAdd>, wide, kBlock, 4 * width, width, matrix + 8 * width * width, state.up,
              state.x);
  }
  chain.add(normalise, each, kBlock, width, state.x, state.normal);
  chain.add(project<Then::kWrite>, dim3(blocks_for(shape.vocabulary), batch), kBlock, width, shape.vocabulary,
            model.scores, state.normal, state.scores);
  chain.add(choose<const int*>, each, kBlock, shape, state.scores, state.written, place);
  return chain.instantiate(stream);
}

struct Placeholders {
  int* place;                           // on the device
  int* places;                          // pinned: a copy may read one when the next steps are under way
  std::vector<cudaGraphExec_t> graphs;  // by the size of the batch, made when they are first needed
};

void write_tokens(Shape shape, Model model, State state, int place, int batch, Placeholders& placeholders,
                  cudaStream_t stream) {
  cudaGraphExec_t& graph = placeholders.graphs[batch];
  if (!graph) graph = make_graph(shape, model, state, placeholders.place, batch, stream);
  CHECK(cudaMemcpyAsync(placeholders.place, placeholders.places + place, sizeof(int), cudaMemcpyHostToDevice,
                        stream));
  CHECK(cudaGraphLaunch(graph, stream));
}

// `lengths` of the sequences, the longest first: those that are complete are the last ones of the batch. Of the
// placeholders, there are some or none.
void decode(Shape shape, Model model, State state, const std::vector<int>& lengths,
            Placeholders* placeholders, cudaStream_t stream) {
  int batch = shape.batch;
  for (int place = 0; place < shape.tokens; ++place) {
    while (lengths[batch - 1] <= place) --batch;
    if (placeholders)
      write_tokens(shape, model, state, place, batch, *placeholders, stream);
    else
      write_tokens(shape, model, state, place, batch, stream);
  }
}

// ---- the same on the CPU

struct Weights {
  std::vector<float> tokens, places, layers, scores;
};

Weights make_weights(Shape shape, unsigned seed) {
  std::mt19937_64 random(seed);
  const auto make = [&](int vectors, int size, float scale) {
    std::vector<float> values(static_cast<size_t>(vectors) * size);
    for (float& value : values) value = scale * (static_cast<float>(random() % 65536) / 32768 - 1);
    return values;
  };
  const int width = shape.width;
  const float scale = std::sqrt(3.f / width);  // keeps the mean square
  return {make(shape.vocabulary, width, 1), make(shape.tokens, width, 1),
          make(shape.layers, 12 * width * width, scale), make(width, shape.vocabulary, scale)};
}

using Vector = std::vector<float>;

Vector normalise_on_cpu(const Vector& x) {
  float squares = 0;
  for (const float value : x) squares += value * value;
  const float scale = 1 / std::sqrt(squares / x.size() + 1e-5f);
  Vector normal;
  for (const float value : x) normal.push_back(value * scale);
  return normal;
}

Vector project_on_cpu(const float* matrix, const Vector& in, int outputs) {
  Vector out(outputs, 0.f);
  for (const float value : in)
    for (int i = 0; i < outputs; ++i) out[i] += *matrix++ * value;
  return out;
}

// Adds what a head, some components of all vectors, sees of `values`.
void attend_on_cpu(const float* query, const std::vector<Vector>& keys, const std::vector<Vector>& values,
                   int first, int components, Vector& mixed) {
  Vector weights;
  for (const Vector& key : keys)
    weights.push_back(
        std::inner_product(query + first, query + first + components, key.begin() + first, 0.f) /
        std::sqrt(static_cast<float>(components)));
  const float largest = *std::max_element(weights.begin(), weights.end());
  float sum = 0;
  for (float& weight : weights) sum += weight = std::exp(weight - largest);
  for (size_t place = 0; place < keys.size(); ++place)
    for (int i = first; i < first + components; ++i) mixed[i] += weights[place] / sum * values[place][i];
}

void add_to(Vector& x, const Vector& more) {
  std::transform(x.begin(), x.end(), more.begin(), x.begin(), std::plus<>());
}

// What a decoder knows of one sequence.
struct Seen {
  std::vector<std::vector<Vector>> keys, values;  // by layer, then place
};

// Numbers for each of the vocabulary.
Vector scores_on_cpu(Shape shape, const Weights& weights, int token, int place, Seen& seen) {
  const int width = shape.width, head = width / shape.heads;
  const float* const vector = &weights.tokens[token * width];
  Vector x(vector, vector + width);
  add_to(x, Vector(&weights.places[place * width], &weights.places[place * width] + width));
  for (int layer = 0; layer < shape.layers; ++layer) {
    const float* const matrix = &weights.layers[layer * 12 * width * width];
    const Vector projected = project_on_cpu(matrix, normalise_on_cpu(x), 3 * width);
    seen.keys[layer].emplace_back(projected.begin() + width, projected.begin() + 2 * width);
    seen.values[layer].emplace_back(projected.begin() + 2 * width, projected.end());
    Vector mixed(width, 0.f);
    for (int i = 0; i < width; i += head)
      attend_on_cpu(projected.data(), seen.keys[layer], seen.values[layer], i, head, mixed);
    add_to(x, project_on_cpu(matrix + 3 * width * width, mixed, width));
    Vector up = project_on_cpu(matrix + 4 * width * width, normalise_on_cpu(x), 4 * width);
    for (float& value : up) value = std::max(value, 0.f);
    add_to(x, project_on_cpu(matrix + 8 * width * width, up, width));
  }
  return project_on_cpu(weights.scores.data(), normalise_on_cpu(x), shape.vocabulary);
}

// Sums have another order on the CPU, so that two scores that are nearly equal may change places. All that follows would
// be different then: each token is compared with what the CPU would write behind those that the GPU wrote.
size_t count_wrong_of(Shape shape, const Weights& weights, const std::vector<int>& tokens) {
  constexpr float kNear = 1e-3f;
  Seen seen{std::vector<std::vector<Vector>>(shape.layers), std::vector<std::vector<Vector>>(shape.layers)};
  for (const int token : tokens)
    if (token < 0 || token >= shape.vocabulary) return 1;
  size_t wrong = 0;
  for (size_t place = 0; place + 1 < tokens.size(); ++place) {
    const Vector scores = scores_on_cpu(shape, weights, tokens[place], static_cast<int>(place), seen);
    wrong += !(scores[tokens[place + 1]] >= *std::max_element(scores.begin(), scores.end()) - kNear);
  }
  return wrong;
}

constexpr int kUnwritten = -1;

size_t count_wrong(Shape shape, const Weights& weights, const std::vector<int>& lengths,
                   const std::vector<int>& written) {
  std::atomic<size_t> wrong{0};
  on_all_cores([&](int core, int cores) {
    for (int sequence = core; sequence < shape.batch; sequence += cores) {
      std::vector<int> tokens;
      for (int place = 0; place <= shape.tokens; ++place) {
        const int token = written[place * shape.batch + sequence];
        if (place <= lengths[sequence])
          tokens.push_back(token);
        else
          wrong += token != kUnwritten;
      }
      wrong += count_wrong_of(shape, weights, tokens);
    }
  });
  return wrong;
}

// ---- the program

int main(int argc, char** argv) {
  Arguments arguments("decoder", argc, argv);
  Shape shape{};
  shape.tokens = arguments.number("--tokens", 128), shape.batch = arguments.number("--batch", 8);
  shape.layers = arguments.number("--layers", 5), shape.heads = arguments.number("--heads", 4);
  shape.width = arguments.number("--width", 128) / shape.heads * shape.heads;
  shape.vocabulary = arguments.number("--vocabulary", 512);
  const int seed = arguments.number("--seed", 1), repeats = arguments.number("--repeats", 5);
  const bool by_hand = arguments.flag("--placeholders");
  arguments.finish();

  const Weights weights = make_weights(shape, seed);
  std::mt19937_64 random(seed);
  std::vector<int> lengths(shape.batch), given(shape.batch);
  for (int& length : lengths) length = 1 + static_cast<int>(random() % shape.tokens);
  lengths[0] = shape.tokens;
  std::sort(lengths.begin(), lengths.end(), std::greater<>());
  for (int& token : given) token = static_cast<int>(random() % shape.vocabulary);

  float *tokens = device_copy(weights.tokens), *positions = device_copy(weights.places);
  float *layers = device_copy(weights.layers), *matrix = device_copy(weights.scores);
  const Model model{tokens, positions, layers, matrix};
  State state{};
  const size_t each = static_cast<size_t>(shape.batch) * shape.width,
               written = shape.batch * (shape.tokens + 1);
  const std::pair<float**, size_t> vectors[] = {
      {&state.x, each},
      {&state.normal, each},
      {&state.projected, 3 * each},
      {&state.keys, shape.layers * shape.tokens * each},
      {&state.values, shape.layers * shape.tokens * each},
      {&state.weights, static_cast<size_t>(shape.batch) * shape.heads * shape.tokens},
      {&state.mixed, each},
      {&state.up, 4 * each},
      {&state.scores, static_cast<size_t>(shape.batch) * shape.vocabulary}};
  for (const auto& [vector, size] : vectors) CHECK(cudaMalloc(vector, size * sizeof(float)));
  CHECK(cudaMalloc(&state.written, written * sizeof(int)));
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));

  Placeholders placeholders{nullptr, nullptr, std::vector<cudaGraphExec_t>(shape.batch + 1)};
  CHECK(cudaMalloc(&placeholders.place, sizeof(int)));
  CHECK(cudaMallocHost(&placeholders.places, shape.tokens * sizeof(int)));
  std::iota(placeholders.places, placeholders.places + shape.tokens, 0);

  std::vector<int> right;  // the last tokens that were
  const std::string input = std::to_string(shape.tokens) + " tokens, batch " + std::to_string(shape.batch) +
                            ", " + std::to_string(4 + 10 * shape.layers) + " kernels a token" +
                            (by_hand ? ", placeholders" : "");
  const int exit_code = time_runs(
      "decoder", input, repeats,
      [&] {
        CHECK(cudaMemset(state.written, 0xff, written * sizeof(int)));
        CHECK(cudaMemcpy(state.written, given.data(), given.size() * sizeof(int), cudaMemcpyHostToDevice));
      },
      [&] { decode(shape, model, state, lengths, by_hand ? &placeholders : nullptr, stream); },
      [&] {
        const std::vector<int> now = host_copy(state.written, written);
        if (now == right) return size_t{0};
        const size_t wrong = count_wrong(shape, weights, lengths, now);
        if (wrong == 0) right = now;
        return wrong;
      });
  for (const cudaGraphExec_t graph : placeholders.graphs)
    if (graph) CHECK(cudaGraphExecDestroy(graph));
  CHECK(cudaStreamDestroy(stream));
  for (const auto& [vector, size] : vectors) CHECK(cudaFree(*vector));
  for (float* memory : {tokens, positions, layers, matrix}) CHECK(cudaFree(memory));
  for (int* memory : {state.written, placeholders.place}) CHECK(cudaFree(memory));
  CHECK(cudaFreeHost(placeholders.places));
  return exit_code;
}
