// Survey propagation on random 3-SAT with dynamic parallelism: a thread a variable, and for each variable one child grid
// over the clauses that it stands in, once to sum up what they warn of, and once to answer them.
//
//     sp [--variables N] [--clauses N] [--uniform] [--iterations N] [--seed N] [--repeats N] [--flat]
//        [--pending-limit N]
//
// As it stands, an iteration launches more child grids than CUDA keeps pending (2048), and CUDA drops the rest:
// `--pending-limit 262144` makes room for all of them. `--flat` takes the clauses in a loop instead.
#include <cmath>
#include <numeric>
#include <random>

#include "../common/sample.h"

constexpr int kBlock = 128;

// ---- numbers

// Surveys have 14 fractional bits, products of many of their complements are sums of logarithms with 12, and products
// themselves have 30. So sums are the same in any order, and the CPU's answer is the GPU's to the bit.
constexpr int kSurveyBits = 14, kLogBits = 12, kProductBits = 30;
constexpr int kCertain = 1 << kSurveyBits;
constexpr long long kWhole = 1ll << kProductBits;

struct Tables {
  const int* log;    // -log2(1 - survey)
  const int* power;  // 2 ^ -fraction of a logarithm
};

__host__ __device__ long long product_of(int log, Tables tables) {
  const unsigned shift =
      static_cast<unsigned>(log) >> kLogBits;  // large where a dropped child left too small a sum
  return shift > kProductBits ? 0 : tables.power[log & ((1 << kLogBits) - 1)] >> shift;
}

// ---- the factor graph

// A place is a literal of a clause: clause c has the places 3 c, 3 c + 1 and 3 c + 2.
struct Factors {
  const int* row;
  const int* places;   // of each variable
  const int* negated;  // by place
  Tables tables;
};

struct Logs {
  int of[2];  // where the variable stands as it is, and where negated
};

struct State {
  int* surveys;   // by place: how likely the clause is to warn that it needs the variable
  int* refusals;  // by place: how likely the variable is to be needed otherwise
  Logs* logs;     // by variable: sums
};

// What a clause hears from a variable, given all other clauses that it stands in (Braunstein, Mezard, Zecchina 2005).
__host__ __device__ int refusal_at(int place, Logs logs, const Factors& factors, const State& state) {
  const int sign = factors.negated[place], own = factors.tables.log[state.surveys[place]];
  const long long agreeing = product_of(logs.of[sign] - own, factors.tables);
  const long long opposing = product_of(logs.of[1 - sign], factors.tables);
  const long long all = agreeing + opposing - (agreeing * opposing >> kProductBits);
  if (all == 0) return 0;  // both are certain
  const long long refusing = (kWhole - opposing) * agreeing >> kProductBits;
  return static_cast<int>((refusing << kSurveyBits) / all);
}

// A clause needs a variable where it hears refusals from both others.
__host__ __device__ void update_clause(int clause, const State& state) {
  const int* heard = &state.refusals[3 * clause];
  for (int i = 0; i < 3; ++i)
    state.surveys[3 * clause + i] = heard[(i + 1) % 3] * heard[(i + 2) % 3] >> kSurveyBits;
}

// ---- the iteration

__global__ void sum_logs(int variable, int degree, Factors factors, State state) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= degree) return;
  const int place = factors.places[factors.row[variable] + i];
  atomicAdd(&state.logs[variable].of[factors.negated[place]], factors.tables.log[state.surveys[place]]);
}

__global__ void sum_surveys(int variables, Factors factors, State state) {
  const int variable = blockIdx.x * blockDim.x + threadIdx.x;
  if (variable >= variables) return;
  const int degree = factors.row[variable + 1] - factors.row[variable];
  state.logs[variable] = {{0, 0}};
  if (degree > 0) sum_logs<<<(degree + kBlock - 1) / kBlock, kBlock>>>(variable, degree, factors, state);
}

__global__ void answer_clauses(int variable, int degree, Factors factors, State state) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= degree) return;
  const int place = factors.places[factors.row[variable] + i];
  state.refusals[place] = refusal_at(place, state.logs[variable], factors, state);
}

__global__ void answer_surveys(int variables, Factors factors, State state) {
  const int variable = blockIdx.x * blockDim.x + threadIdx.x;
  if (variable >= variables) return;
  const int degree = factors.row[variable + 1] - factors.row[variable];
  if (degree > 0)
    answer_clauses<<<(degree + kBlock - 1) / kBlock, kBlock>>>(variable, degree, factors, state);
}

__global__ void update_clauses(int clauses, State state) {
  const int clause = blockIdx.x * blockDim.x + threadIdx.x;
  if (clause < clauses) update_clause(clause, state);
}

// What a variable does without dynamic parallelism.
__host__ __device__ void answer_all(int variable, const Factors& factors, const State& state) {
  Logs logs = {{0, 0}};
  for (int i = factors.row[variable]; i < factors.row[variable + 1]; ++i)
    logs.of[factors.negated[factors.places[i]]] += factors.tables.log[state.surveys[factors.places[i]]];
  for (int i = factors.row[variable]; i < factors.row[variable + 1]; ++i)
    state.refusals[factors.places[i]] = refusal_at(factors.places[i], logs, factors, state);
}

__global__ void answer_surveys_flat(int variables, Factors factors, State state) {
  const int variable = blockIdx.x * blockDim.x + threadIdx.x;
  if (variable < variables) answer_all(variable, factors, state);
}

// ---- the formula

struct Formula {
  std::vector<int> row, places, negated;
};

// Clauses of three variables each, at random, or some variables much more often than others: the i-th as i ^ -0.6.
Formula make_formula(int variables, int clauses, bool uniform, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<int> label(variables);
  std::iota(label.begin(), label.end(), 0);
  for (int i = variables - 1; i > 0; --i) std::swap(label[i], label[random() % (i + 1)]);
  const auto pick = [&] {
    const double u = random() / 4294967296.0;
    return label[static_cast<int>(variables * (uniform ? u : std::pow(u, 1 / (1 - 0.6))))];
  };

  Formula formula{std::vector<int>(variables + 1), std::vector<int>(3 * clauses), {}};
  std::vector<int> variable_at;
  for (int clause = 0; clause < clauses; ++clause) {
    const int a = pick();
    int b = pick(), c = pick();
    while (b == a) b = pick();
    while (c == a || c == b) c = pick();
    for (const int variable : {a, b, c}) {
      variable_at.push_back(variable);
      formula.negated.push_back(random() % 2);
      ++formula.row[variable + 1];
    }
  }
  std::partial_sum(formula.row.begin(), formula.row.end(), formula.row.begin());
  std::vector<int> next(formula.row.begin(), formula.row.end() - 1);
  for (int place = 0; place < 3 * clauses; ++place) formula.places[next[variable_at[place]]++] = place;
  return formula;
}

// ---- the program

int main(int argc, char** argv) {
  Arguments arguments("sp", argc, argv);
  const int variables = arguments.number("--variables", 1 << 16);
  const int clauses = arguments.number("--clauses", static_cast<int>(4.2 * variables));
  const int iterations = arguments.number("--iterations", 10);
  const int seed = arguments.number("--seed", 1), repeats = arguments.number("--repeats", 5);
  const bool uniform = arguments.flag("--uniform"), flat = arguments.flag("--flat");
  set_pending_limit(arguments);
  arguments.finish();
  if (variables < 3) {
    std::fprintf(stderr, "sp: --variables needs 3 or more\n");
    return 2;
  }

  const Formula formula = make_formula(variables, clauses, uniform, seed);
  std::vector<int> log(kCertain + 1, (kSurveyBits + 1) << kLogBits), power(1 << kLogBits);
  for (int i = 0; i < kCertain; ++i)
    log[i] =
        static_cast<int>(std::lround(-std::log2(1 - static_cast<double>(i) / kCertain) * (1 << kLogBits)));
  for (int i = 0; i < 1 << kLogBits; ++i)
    power[i] = static_cast<int>(std::lround(std::exp2(-static_cast<double>(i) / (1 << kLogBits)) * kWhole));
  std::mt19937 random(seed);
  std::vector<int> initial(3 * clauses);
  for (int& survey : initial) survey = static_cast<int>(random() % (kCertain + 1));

  std::vector<int> expected = initial, refusals(3 * clauses);
  const Factors on_host{
      formula.row.data(), formula.places.data(), formula.negated.data(), {log.data(), power.data()}};
  for (int iteration = 0; iteration < iterations; ++iteration) {
    const State state{expected.data(), refusals.data(), nullptr};
    for (int variable = 0; variable < variables; ++variable) answer_all(variable, on_host, state);
    for (int clause = 0; clause < clauses; ++clause) update_clause(clause, state);
  }

  int *row = device_copy(formula.row), *places = device_copy(formula.places),
      *negated = device_copy(formula.negated);
  int *log_table = device_copy(log), *power_table = device_copy(power);
  const Factors factors{row, places, negated, {log_table, power_table}};
  const State state{device_copy(initial), device_copy(refusals), device_copy(std::vector<Logs>(variables))};

  const auto prepare = [&] {
    CHECK(cudaMemcpy(state.surveys, initial.data(), initial.size() * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(state.refusals, 0, initial.size() * sizeof(int)));
  };
  const auto run = [&] {
    const int blocks = (variables + kBlock - 1) / kBlock;
    for (int iteration = 0; iteration < iterations; ++iteration) {
      if (flat) {
        answer_surveys_flat<<<blocks, kBlock>>>(variables, factors, state);
        CHECK(cudaGetLastError());
      } else {
        sum_surveys<<<blocks, kBlock>>>(variables, factors, state);
        CHECK(cudaGetLastError());
        answer_surveys<<<blocks, kBlock>>>(variables, factors, state);
        CHECK(cudaGetLastError());
      }
      update_clauses<<<(clauses + kBlock - 1) / kBlock, kBlock>>>(clauses, state);
      CHECK(cudaGetLastError());
    }
  };
  const auto check = [&] {
    const std::vector<int> surveys = host_copy(state.surveys, expected.size());
    size_t wrong = 0;
    for (size_t place = 0; place < expected.size(); ++place) wrong += surveys[place] != expected[place];
    return wrong;
  };

  const std::string input = std::to_string(variables) + " variables, " + std::to_string(clauses) +
                            " clauses, " + std::to_string(iterations) + " iterations";
  const int exit_code = time_runs("sp", input, repeats, prepare, run, check);
  for (int* memory : {row, places, negated, log_table, power_table, state.surveys, state.refusals})
    CHECK(cudaFree(memory));
  CHECK(cudaFree(state.logs));
  return exit_code;
}
