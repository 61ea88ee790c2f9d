// Read mapping by seeds, with dynamic parallelism: a thread a seed of a read, and for each seed one child grid over the
// places of the genome where it occurs, each of which may be where the read is from.
//
//     sa [--genome random|repetitive] [--bases N] [--reads N] [--seed N] [--repeats N] [--flat]
//        [--pending-limit N]
//
// As it stands, it launches more child grids than CUDA keeps pending (2048), and CUDA drops the rest:
// `--pending-limit 131072` makes room for all of them. `--flat` goes over the places in a loop instead.
#include <random>

#include "../common/sample.h"

constexpr int kBlock = 128;
constexpr int kLength = 64;     // of a read: a bit a base
constexpr int kSeedLength = 8;  // which occurs once in 65,536 places by chance
constexpr int kSeeds = 4;       // of a read, at its bases 0, 16, 32 and 48
constexpr int kShift = 4;       // that insertions and deletions before a seed may add up to
constexpr int kSeedsInAll = 1 << (2 * kSeedLength);
constexpr unsigned long long kNowhere = ~0ull;

// ---- the mapping

// A base is two bits. The bits of a read's bases, from the first base in the lowest bit.
struct Read {
  unsigned long long low, high;
};

// The places where seed s occurs are those from start[s] to start[s + 1].
struct Genome {
  const unsigned char* bases;
  int length;
  const int *start, *place;
};

__host__ __device__ int seed_of(Read read, int number) {
  constexpr int kMask = (1 << kSeedLength) - 1;
  const int first = number * (kLength / kSeeds);
  return static_cast<int>(read.low >> first & kMask) | static_cast<int>(read.high >> first & kMask)
                                                           << kSeedLength;
}

// The least edit distance of the read to a part of the genome around where its first base should be, and the place
// where that part ends, as one number. By Myers' bit vectors (1999): a column of the table of distances is the bits
// `more` and `less`, where it grows and falls by one from a base of the read to the next.
__host__ __device__ unsigned long long align(Read read, int first, const Genome& genome) {
  const int begin = first < kShift ? 0 : first - kShift;
  const int end = first + kLength + kShift > genome.length ? genome.length : first + kLength + kShift;
  unsigned long long more = ~0ull, less = 0, best = kNowhere;
  unsigned long long distance = kLength;
  for (int place = begin; place < end; ++place) {
    const int base = genome.bases[place];
    const unsigned long long equal = (base & 1 ? read.low : ~read.low) & (base & 2 ? read.high : ~read.high);
    const unsigned long long vertical = equal | less;
    const unsigned long long horizontal = (((equal & more) + more) ^ more) | equal;
    unsigned long long up = less | ~(horizontal | more), down = more & horizontal;
    distance += up >> (kLength - 1);
    distance -= down >> (kLength - 1);
    up <<= 1;
    down <<= 1;
    more = down | ~(vertical | up);
    less = up & vertical;
    const unsigned long long here = distance << 32 | static_cast<unsigned>(place);
    if (here < best) best = here;
  }
  return best;
}

__global__ void align_at_places(const int* places, int count, int offset, Read read, Genome genome,
                                unsigned long long* best) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) atomicMin(best, align(read, places[i] - offset, genome));
}

__global__ void map_seeds(int reads, const Read* read, Genome genome, unsigned long long* best) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= reads * kSeeds) return;
  const int number = i % kSeeds, seed = seed_of(read[i / kSeeds], number);
  const int begin = genome.start[seed];
  const int count = genome.start[seed + 1] - begin;
  if (count > 0)
    align_at_places<<<(count + kBlock - 1) / kBlock, kBlock>>>(genome.place + begin, count,
                                                               number * (kLength / kSeeds), read[i / kSeeds],
                                                               genome, &best[i / kSeeds]);
}

// The same without dynamic parallelism, for comparison.
__global__ void map_seeds_flat(int reads, const Read* read, Genome genome, unsigned long long* best) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= reads * kSeeds) return;
  const Read own = read[i / kSeeds];
  const int number = i % kSeeds, seed = seed_of(own, number);
  unsigned long long least = kNowhere;
  for (int j = genome.start[seed]; j < genome.start[seed + 1]; ++j) {
    const unsigned long long here = align(own, genome.place[j] - number * (kLength / kSeeds), genome);
    if (here < least) least = here;
  }
  atomicMin(&best[i / kSeeds], least);
}

std::vector<unsigned long long> map_on_cpu(const std::vector<Read>& reads, const Genome& genome) {
  std::vector<unsigned long long> best(reads.size(), kNowhere);
  on_all_cores([&](int core, int cores) {
    for (size_t i = core; i < reads.size(); i += cores)
      for (int number = 0; number < kSeeds; ++number) {
        const int seed = seed_of(reads[i], number);
        for (int j = genome.start[seed]; j < genome.start[seed + 1]; ++j)
          best[i] = std::min(best[i], align(reads[i], genome.place[j] - number * (kLength / kSeeds), genome));
      }
  });
  return best;
}

// ---- the genome and its reads

// Bases at random. Half of a repetitive genome are copies of a few elements, each of them half as often as the one
// before, and up to a tenth of a copy's bases are others: like the young families of transposons.
std::vector<unsigned char> make_genome(int length, bool repetitive, std::mt19937& random) {
  std::vector<unsigned char> bases(length);
  for (unsigned char& base : bases) base = random() % 4;
  constexpr int kElements = 5, kElementLength = 256;
  const int copies = repetitive ? length / 2 / kElementLength : 0;
  std::vector<unsigned char> elements(kElements * kElementLength);
  for (unsigned char& base : elements) base = random() % 4;
  for (int copy = 0; copy < copies; ++copy) {
    int element = 0;
    while (element + 1 < kElements && random() % 2 == 0) ++element;
    const int to = random() % (length - kElementLength + 1), percent = random() % 11;
    for (int i = 0; i < kElementLength; ++i)
      bases[to + i] =
          static_cast<int>(random() % 100) < percent ? random() % 4 : elements[element * kElementLength + i];
  }
  return bases;
}

// From places at random, with a wrong base in fifty, and one inserted or left out in two hundred.
std::vector<Read> make_reads(int count, const std::vector<unsigned char>& genome, std::mt19937& random) {
  std::vector<Read> reads(count);
  for (Read& read : reads) {
    size_t place = random() % (genome.size() - 2 * kLength);
    read = {0, 0};
    for (int i = 0; i < kLength; ++i) {
      const int luck = random() % 400;
      const unsigned long long base = luck < 9 ? random() % 4 : genome[place];
      place += luck == 0 ? 0 : luck == 399 ? 2 : 1;
      read.low |= (base & 1) << i;
      read.high |= (base >> 1) << i;
    }
  }
  return reads;
}

struct SeedIndex {
  std::vector<int> start, place;
};

SeedIndex make_index(const std::vector<unsigned char>& genome) {
  std::vector<int> seeds;
  Read window{0, 0};
  for (size_t i = 0; i < genome.size(); ++i) {
    window.low = window.low >> 1 | static_cast<unsigned long long>(genome[i] & 1) << (kSeedLength - 1);
    window.high = window.high >> 1 | static_cast<unsigned long long>(genome[i] >> 1) << (kSeedLength - 1);
    if (i + 1 >= kSeedLength) seeds.push_back(seed_of(window, 0));
  }
  SeedIndex index;
  index.start.resize(kSeedsInAll + 1);
  for (const int seed : seeds) ++index.start[seed + 1];
  for (int seed = 0; seed < kSeedsInAll; ++seed) index.start[seed + 1] += index.start[seed];
  index.place.resize(seeds.size());
  std::vector<int> next = index.start;
  for (size_t place = 0; place < seeds.size(); ++place)
    index.place[next[seeds[place]]++] = static_cast<int>(place);
  return index;
}

// ---- the program

int main(int argc, char** argv) {
  Arguments arguments("sa", argc, argv);
  const int length = std::max(arguments.number("--bases", 1 << 20), 1024);
  const int reads = arguments.number("--reads", 1 << 14), seed = arguments.number("--seed", 1);
  const int repeats = arguments.number("--repeats", 5);
  const bool flat = arguments.flag("--flat");
  const char* genome_text = arguments.text("--genome");
  const std::string kind = genome_text ? genome_text : "repetitive";
  set_pending_limit(arguments);
  arguments.finish();
  if (kind != "random" && kind != "repetitive") {
    std::fprintf(stderr, "sa: --genome needs random or repetitive\n");
    return 2;
  }

  std::mt19937 random(seed);
  const std::vector<unsigned char> bases = make_genome(length, kind == "repetitive", random);
  const std::vector<Read> read = make_reads(reads, bases, random);
  const SeedIndex index = make_index(bases);
  const Genome on_host{bases.data(), length, index.start.data(), index.place.data()};
  const std::vector<unsigned long long> expected = map_on_cpu(read, on_host);
  long long places = 0;
  int most = 0;
  for (const Read own : read)
    for (int number = 0; number < kSeeds; ++number) {
      const int count = index.start[seed_of(own, number) + 1] - index.start[seed_of(own, number)];
      places += count;
      most = std::max(most, count);
    }

  unsigned char* bases_on_device = device_copy(bases);
  Read* read_on_device = device_copy(read);
  int *start = device_copy(index.start), *place = device_copy(index.place);
  const Genome genome{bases_on_device, length, start, place};
  unsigned long long* best;
  CHECK(cudaMalloc(&best, reads * sizeof(unsigned long long)));

  const auto run = [&] {
    const int blocks = (reads * kSeeds + kBlock - 1) / kBlock;
    if (flat)
      map_seeds_flat<<<blocks, kBlock>>>(reads, read_on_device, genome, best);
    else
      map_seeds<<<blocks, kBlock>>>(reads, read_on_device, genome, best);
    CHECK(cudaGetLastError());
  };
  const auto check = [&] {
    const std::vector<unsigned long long> found = host_copy(best, reads);
    size_t wrong = 0;
    for (int i = 0; i < reads; ++i) wrong += found[i] != expected[i];
    return wrong;
  };
  const std::string input = kind + " genome of " + std::to_string(length) + " bases, " +
                            std::to_string(reads) + " reads, " + std::to_string(places) + " places, up to " +
                            std::to_string(most) + " for a seed";
  const int exit_code = time_runs(
      "sa", input, repeats, [&] { CHECK(cudaMemset(best, 0xff, reads * sizeof(unsigned long long))); }, run,
      check);
  CHECK(cudaFree(bases_on_device));
  CHECK(cudaFree(read_on_device));
  CHECK(cudaFree(start));
  CHECK(cudaFree(place));
  CHECK(cudaFree(best));
  return exit_code;
}
