// The Mandelbrot set by Mariani and Silver's method, with dynamic parallelism: the set and the regions around it have
// no holes, so a square whose border has one dwell has it everywhere. A block looks at the border of its square, and
// launches what the square needs: a fill, a split into smaller squares, or the dwell of every pixel.
//
//     mandelbrot [--width N] [--dwell N] [--smallest N] [--repeats N] [--flat] [--pending-limit N]
//
// As it stands, the default picture launches 9,408 grids, and a fire-and-forget launch past those that CUDA keeps
// pending (2048) hangs: `--pending-limit 65536` makes room for all of them. `--flat` computes the dwell of every pixel.
#include "../common/sample.h"

constexpr int kSide = 16;        // of a block of threads
constexpr int kSquares = 8;      // along a side of the picture, at first
constexpr int kSubdivision = 4;  // squares along a side of one that is split

// ---- the picture

struct Picture {
  int* dwells;  // row by row
  int width;
  int max_dwell;
  int smallest;  // squares of this side or less are not split
};

// The steps that z = z * z + c takes to get away from the origin by more than 2, at most max_dwell, for a pixel of the
// square from -2 - 1.5i to 1 + 1.5i. Numbers have 28 fractional bits: |z| <= 2 before a step makes |z| <= 7 after it,
// and the answer is the same to the bit on every machine.
__host__ __device__ int dwell_of(int x, int y, const Picture& picture) {
  constexpr int kBits = 28;
  const int step = (3 << kBits) / picture.width;
  const int c_re = x * step - (2 << kBits), c_im = y * step - (3 << (kBits - 1));
  int re = c_re, im = c_im;
  for (int dwell = 0; dwell < picture.max_dwell; ++dwell) {
    const long long re_2 = static_cast<long long>(re) * re, im_2 = static_cast<long long>(im) * im;
    if (re_2 + im_2 > 4LL << (2 * kBits)) return dwell;
    im = static_cast<int>(static_cast<long long>(re) * im >> (kBits - 1)) + c_im;
    re = static_cast<int>((re_2 - im_2) >> kBits) + c_re;
  }
  return picture.max_dwell;
}

// What a part of a border has in common: a dwell, or one of these.
constexpr int kNothingYet = -1, kMixed = -2;

__host__ __device__ int in_common(int a, int b) {
  return a == kNothingYet || a == b ? b : b == kNothingYet ? a : kMixed;
}

// The dwell of the border's pixel `i`, of 4 * (size - 1): along the top, the right, the bottom, the left.
__host__ __device__ int border_dwell(int left, int top, int size, int i, const Picture& picture) {
  const int last = size - 1, along = i % last;
  switch (i / last) {
    case 0:
      return dwell_of(left + along, top, picture);
    case 1:
      return dwell_of(left + last, top + along, picture);
    case 2:
      return dwell_of(left + last - along, top + last, picture);
    default:
      return dwell_of(left, top + last - along, picture);
  }
}

__host__ __device__ bool can_split(int size, const Picture& picture) {
  return size > picture.smallest && size % kSubdivision == 0 && size > kSubdivision;
}

__global__ void fill(int left, int top, int size, int dwell, Picture picture) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < size && y < size) picture.dwells[(top + y) * picture.width + left + x] = dwell;
}

__global__ void escape(int left, int top, int size, Picture picture) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < size && y < size)
    picture.dwells[(top + y) * picture.width + left + x] = dwell_of(left + x, top + y, picture);
}

// A block a square: blocks of a grid take squares that lie side by side.
__global__ void mariani_silver(int left, int top, int size, Picture picture) {
  __shared__ int common[kSide * kSide];
  const int thread = threadIdx.y * kSide + threadIdx.x;
  left += blockIdx.x * size;
  top += blockIdx.y * size;

  int own = kNothingYet;
  for (int i = thread; i < 4 * (size - 1); i += kSide * kSide)
    own = in_common(own, border_dwell(left, top, size, i, picture));
  common[thread] = own;
  __syncthreads();
  for (int half = kSide * kSide / 2; half > 0; half /= 2) {
    if (thread < half) common[thread] = in_common(common[thread], common[thread + half]);
    __syncthreads();
  }
  if (thread != 0) return;

  const dim3 block(kSide, kSide), pixels((size + kSide - 1) / kSide, (size + kSide - 1) / kSide);
  if (common[0] != kMixed)
    fill<<<pixels, block, 0, cudaStreamFireAndForget>>>(left, top, size, common[0], picture);
  else if (can_split(size, picture))
    mariani_silver<<<dim3(kSubdivision, kSubdivision), block, 0, cudaStreamFireAndForget>>>(
        left, top, size / kSubdivision, picture);
  else
    escape<<<pixels, block, 0, cudaStreamFireAndForget>>>(left, top, size, picture);
}

void split_on_cpu(int left, int top, int size, const Picture& picture) {
  int common = kNothingYet;
  for (int i = 0; i < 4 * (size - 1); ++i)
    common = in_common(common, border_dwell(left, top, size, i, picture));
  if (common == kMixed && can_split(size, picture)) {
    const int part = size / kSubdivision;
    for (int y = 0; y < kSubdivision; ++y)
      for (int x = 0; x < kSubdivision; ++x) split_on_cpu(left + x * part, top + y * part, part, picture);
    return;
  }
  for (int y = top; y < top + size; ++y)
    for (int x = left; x < left + size; ++x)
      picture.dwells[y * picture.width + x] = common == kMixed ? dwell_of(x, y, picture) : common;
}

// ---- the program

void escape_everywhere(const Picture& picture) {
  const int blocks = (picture.width + kSide - 1) / kSide;
  escape<<<dim3(blocks, blocks), dim3(kSide, kSide)>>>(0, 0, picture.width, picture);
  CHECK(cudaGetLastError());
}

int main(int argc, char** argv) {
  Arguments arguments("mandelbrot", argc, argv);
  const int width = arguments.number("--width", 4096), dwell = arguments.number("--dwell", 2048);
  const int smallest = arguments.number("--smallest", 32), repeats = arguments.number("--repeats", 5);
  const bool flat = arguments.flag("--flat");
  set_pending_limit(arguments);
  arguments.finish();
  if (width % kSquares != 0 || width < 2 * kSquares || width > 1 << 15) {
    std::fprintf(stderr, "mandelbrot: --width needs a multiple of %d, from %d to 32768\n", kSquares,
                 2 * kSquares);
    return 2;
  }

  const int side = width / kSquares;
  const size_t pixels = static_cast<size_t>(width) * width;
  std::vector<int> expected(pixels);
  const Picture on_host{expected.data(), width, dwell, smallest};
  on_all_cores([&](int core, int cores) {
    for (int i = core; i < kSquares * kSquares; i += cores)
      split_on_cpu(i % kSquares * side, i / kSquares * side, side, on_host);
  });

  Picture picture = on_host;
  CHECK(cudaMalloc(&picture.dwells, pixels * sizeof(int)));
  escape_everywhere(picture);
  const std::vector<int> escapes = host_copy(picture.dwells, pixels);
  size_t filled_otherwise = 0;
  for (size_t i = 0; i < pixels; ++i) filled_otherwise += escapes[i] != expected[i];

  const auto prepare = [&] { CHECK(cudaMemset(picture.dwells, 0xff, pixels * sizeof(int))); };
  const auto run = [&] {
    if (flat)
      escape_everywhere(picture);
    else
      mariani_silver<<<dim3(kSquares, kSquares), dim3(kSide, kSide)>>>(0, 0, side, picture);
    CHECK(cudaGetLastError());
  };
  // Where the method's assumption fails, the pixels have dwells of their own: those are computed once more.
  const auto is_right = [&](size_t i, int found) {
    return found == expected[i] || (flat && found == dwell_of(i % width, i / width, on_host));
  };
  const auto check = [&] {
    const std::vector<int> result = host_copy(picture.dwells, pixels);
    size_t wrong = 0;
    for (size_t i = 0; i < pixels; ++i) wrong += !is_right(i, result[i]);
    return wrong;
  };
  const std::string input = "width " + std::to_string(width) + ", dwell " + std::to_string(dwell) + ", " +
                            std::to_string(filled_otherwise) + " pixels filled otherwise than they escape";
  const int exit_code = time_runs("mandelbrot", input, repeats, prepare, run, check);
  CHECK(cudaFree(picture.dwells));
  return exit_code;
}
