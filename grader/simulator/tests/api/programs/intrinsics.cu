// Prints what intrinsics, atomics and warp operations give at their edges. intrinsics.expected is what an
// NVIDIA H200 printed (CUDA 13.0); the simulator must print the same.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <math_constants.h>

#include <cuda_runtime.h>

#define INTEGER(e) printf("%s = %lld\n", #e, (long long)(e))
#define FLOAT(e)                                       \
  {                                                    \
    const float value = (e);                           \
    printf("%s = %08x\n", #e, __float_as_uint(value)); \
  }
#define DOUBLE(e)                                                                  \
  {                                                                                \
    const double value = (e);                                                      \
    printf("%s = %016llx\n", #e, (unsigned long long)__double_as_longlong(value)); \
  }

// The inputs are volatile, so that no compiler computes a result itself.
__global__ void single_thread(volatile float* vf, volatile double* vd, volatile int* vi, unsigned* mem) {
  float third = vf[0], nan = vf[1], inf = vf[2], big = vf[3];
  double dthird = vd[0], dbig = vd[1];
  int mn = vi[0], mx = vi[1], m1 = vi[2];
  INTEGER(__popc(m1));
  INTEGER(__clz(0));
  INTEGER(__clz(m1));
  INTEGER(__clz(vi[3]));
  INTEGER(__clzll(0));
  INTEGER(__ffs(mn));
  INTEGER(__ffsll(1ll << 63));
  INTEGER(__brev(0x12345678u));
  INTEGER(__brevll(0x123456789abcdefull));
  INTEGER(__byte_perm(0x33221100u, 0x77665544u, 0x7410));
  INTEGER(__byte_perm(0x00008000u, 0, 0x0089));
  INTEGER(__byte_perm(0x80112233u, 0x445566f7u, 0xfc3b));
  INTEGER(__funnelshift_l(5, 7, 32));
  INTEGER(__funnelshift_lc(5, 7, 32));
  INTEGER(__funnelshift_lc(5, 7, 45));
  INTEGER(__funnelshift_r(5, 7, 33));
  INTEGER(__funnelshift_rc(5, 7, 40));
  INTEGER(__funnelshift_rc(0x80000001u, 7, 31));
  INTEGER(__mulhi(mn, 2));
  INTEGER(__umulhi(m1, m1));
  INTEGER(__mul64hi(-1ll, 1ll));
  INTEGER(__umul64hi(~0ull, 2));
  INTEGER(__mul24(0xffffff, 2));
  INTEGER(__mul24(0x800000, 0x7fffff));
  INTEGER(__umul24(0xff000002u, 3));
  INTEGER(__sad(mn, mx, 1));
  INTEGER(__usad(3, 10, 5));
  INTEGER(__hadd(mx, mx));
  INTEGER(__hadd(-3, -4));
  INTEGER(__rhadd(-3, -4));
  INTEGER(__uhadd(~0u, ~0u - 1));
  INTEGER(__urhadd(~0u, ~0u - 1));
  INTEGER(__dp4a(0x01020304, 0x01010101, 10));
  INTEGER(__dp4a((int)0xff000000u, 0x02000000, 0));
  INTEGER(__dp4a(0xff000000u, 0x02000000u, 0u));
  INTEGER(__vadd4(0xff01ff01u, 0x01010101u));
  INTEGER(__vsub4(0x00010203u, 0x01010101u));
  INTEGER(__vaddus4(0xff01ff01u, 0x02020202u));
  INTEGER(__vsubus4(0x01050001u, 0x02020202u));
  INTEGER(__vavgu4(0x01050001u, 0x02020202u));
  INTEGER(__vabsdiffu4(0x05000a00u, 0x03000b00u));
  INTEGER(__vmaxs4(0x80010080u, 0));
  INTEGER(__vmins4(0x80010080u, 0));
  INTEGER(__vmaxu4(0x80010080u, 0x01010101u));
  INTEGER(__vminu4(0x80010080u, 0x01010101u));
  INTEGER(__vcmpeq4(0x01020304u, 0x01000300u));
  INTEGER(__vcmpgtu4(0x01020304u, 0x01000300u));
  INTEGER(__vsadu4(0x01020304u, 0x04000000u));
  FLOAT(__fadd_ru(1.0f, 1e-9f * third));
  FLOAT(__fadd_rd(-1.0f, -1e-9f * third));
  FLOAT(__fadd_rz(1.0f, 1e-9f * third));
  FLOAT(__fsub_rd(third, 1.1f));
  FLOAT(__fmul_ru(third, third));
  FLOAT(__fmul_rz(-third, third));
  FLOAT(__fdiv_rd(third, 7.0f));
  FLOAT(__fdiv_rn(third, 7.0f));
  FLOAT(__fsqrt_ru(third));
  FLOAT(__fsqrt_rn(third));
  FLOAT(__frcp_rz(third));
  FLOAT(__frcp_rn(third));
  FLOAT(__frsqrt_rn(third));
  FLOAT(__frsqrt_rn(0.0f));
  FLOAT(__fmaf_rn(third, third, -third));
  FLOAT(__fmaf_rd(third, third, -third));
  DOUBLE(__dadd_ru(1.0, 1e-20 * dthird));
  DOUBLE(__dmul_rd(dthird, dthird));
  DOUBLE(__ddiv_rz(dthird, 7.0));
  DOUBLE(__dsqrt_ru(dthird));
  DOUBLE(__drcp_rd(dthird));
  DOUBLE(__fma_ru(dthird, dthird, -dthird));
  INTEGER(__float2int_rz(big));
  INTEGER(__float2int_rz(-big));
  INTEGER(__float2int_rn(nan));
  INTEGER(__float2uint_rz(nan));
  INTEGER(__float2uint_rz(-5.0f * third));
  INTEGER(__float2uint_rn(inf));
  INTEGER(__float2ll_rz(nan));
  INTEGER(__float2ll_rz(inf));
  INTEGER(__float2ull_rz(nan));
  INTEGER(__float2ull_rz(-third));
  INTEGER(__float2ull_rz(inf));
  INTEGER(__double2int_rz(vd[2]));
  INTEGER(__double2ll_rn(vd[2]));
  INTEGER(__double2ull_rn(vd[2]));
  INTEGER(__double2uint_rn(vd[2]));
  INTEGER(__double2ll_rz(dbig));
  INTEGER(__double2ll_rz(-dbig));
  INTEGER(__double2ull_rz(dbig));
  INTEGER(__double2int_rn(-0.5));
  INTEGER(__float2int_rn(2.5f));
  INTEGER(__float2int_rn(third * 3.0f * 3.5f));
  INTEGER(__float2int_rd(-2.1f));
  INTEGER(__float2int_ru(2.1f));
  FLOAT(__int2float_ru(16777217));
  FLOAT(__int2float_rd(-16777217));
  FLOAT(__uint2float_rz(m1));
  FLOAT(__ull2float_ru(~0ull));
  FLOAT(__ll2float_rn(mx * 3ll + 1));
  DOUBLE(__ll2double_rd(0x7fffffffffffffffll));
  DOUBLE(__ull2double_ru(~0ull));
  FLOAT(__double2float_ru(dthird));
  FLOAT(__double2float_rz(dthird));
  FLOAT(__double2float_rn(1e-46 * dthird));
  FLOAT(__double2float_ru(1e-46 * dthird));
  FLOAT(__fdividef(1e38f, 0x1p127f));
  FLOAT(__fdividef(1.0f, 0x1p125f));
  FLOAT(__saturatef(nan));
  FLOAT(__saturatef(inf));
  FLOAT(__saturatef(-third));
  FLOAT(min(nan, 1.0f));
  FLOAT(max(1.0f, nan));
  INTEGER(max(m1, 1u));
  INTEGER(min(2ll, 3ull));
  FLOAT(CUDART_NAN_F);
  DOUBLE(CUDART_NAN);
  DOUBLE(CUDART_NEG_ZERO);
  FLOAT(sinpif(third * 3.0f));
  DOUBLE(sinpi(1.0));
  DOUBLE(sinpi(0.5));
  DOUBLE(cospi(0.5));
  DOUBLE(cospi(-1.0));
  DOUBLE(sinpi(-1.0));
  DOUBLE(sinpi(2.0));
  DOUBLE(sinpi(1e15));
  FLOAT(rsqrtf(4.0f));
  DOUBLE(rsqrt(0.0));
  FLOAT(norm3df(2.f, 3.f, 6.f));
  DOUBLE(norm4d(1., 1., 1., 1.));
  DOUBLE(normcdf(0.0));
  FLOAT(CUDART_INF_F);
  FLOAT(CUDART_PI_F);
  DOUBLE(CUDART_PI);
  FLOAT(CUDART_MAX_NORMAL_F);
  DOUBLE(CUDART_LN2);
  FLOAT(CUDART_LNT_F);
  INTEGER(__double2hiint(dthird));
  INTEGER(__double2loint(dthird));
  DOUBLE(__hiloint2double(-1, -2));
  unsigned o;
  mem[0] = 4;
  o = atomicInc(mem, 5);
  INTEGER(o);
  INTEGER(mem[0]);
  o = atomicInc(mem, 5);
  INTEGER(o);
  INTEGER(mem[0]);
  mem[0] = 9;
  o = atomicInc(mem, 5);
  INTEGER(mem[0]);
  mem[0] = 0;
  atomicDec(mem, 5);
  INTEGER(mem[0]);
  mem[0] = 9;
  atomicDec(mem, 5);
  INTEGER(mem[0]);
  mem[0] = 3;
  atomicDec(mem, 5);
  INTEGER(mem[0]);
  mem[0] = 0;
  atomicSub(mem, 1u);
  INTEGER(mem[0]);
  atomicAnd(mem, 10u);
  atomicXor(mem, 3u);
  atomicOr(mem, 16u);
  INTEGER(mem[0]);
  INTEGER(atomicCAS(mem, 25u, 7u));
  INTEGER(mem[0]);
}

constexpr int kResults = 12;
__global__ void warp_operations(int* results) {
  const int i = threadIdx.x, v = i * 10;
  int all_equal, r[kResults];
  r[0] = __shfl_sync(~0u, v, 37);
  r[1] = __shfl_sync(~0u, v, -1);
  r[2] = __shfl_sync(~0u, v, 9, 8);
  r[3] = __shfl_up_sync(~0u, v, 3, 16);
  r[4] = __shfl_down_sync(~0u, v, 3, 16);
  r[5] = __shfl_xor_sync(~0u, v, 9, 8);
  r[6] = __shfl_xor_sync(~0u, v, 40);
  r[7] = __match_any_sync(~0u, i / 5);
  r[8] = __match_all_sync(~0u, 7, &all_equal) + all_equal;
  r[9] = __match_all_sync(~0u, i, &all_equal) * 10 + all_equal;
  r[10] = __reduce_add_sync(~0u, i - 40);
  r[11] = __shfl_down_sync(~0u, v, 33);
  for (int j = 0; j < kResults; ++j) results[i * kResults + j] = r[j];
}

/// A checksum of what a SIMD intrinsic gives for pairs of corners and of random words.
#define OF_PAIRS(call)                                                    \
  {                                                                       \
    unsigned sum = 0, random = 1;                                         \
    for (int i = 0; i < 4096; ++i) {                                      \
      random = random * 1664525u + 1013904223u;                           \
      const unsigned a = i < 64 ? corners[i % 8] : random ^ random >> 15; \
      random = random * 1664525u + 1013904223u;                           \
      const unsigned b = i < 64 ? corners[i / 8] : random ^ random >> 15; \
      sum = sum * 31 + (call);                                            \
    }                                                                     \
    printf("%s = %08x\n", #call, sum);                                    \
  }

__global__ void simd(const unsigned* corners) {
  OF_PAIRS(__vadd2(a, b))
  OF_PAIRS(__vaddss2(a, b))
  OF_PAIRS(__vaddus2(a, b))
  OF_PAIRS(__vsub2(a, b))
  OF_PAIRS(__vsubss2(a, b))
  OF_PAIRS(__vsubus2(a, b))
  OF_PAIRS(__vavgs2(a, b))
  OF_PAIRS(__vavgu2(a, b))
  OF_PAIRS(__vhaddu2(a, b))
  OF_PAIRS(__vabsdiffs2(a, b))
  OF_PAIRS(__vabsdiffu2(a, b))
  OF_PAIRS(__vmaxs2(a, b))
  OF_PAIRS(__vmaxu2(a, b))
  OF_PAIRS(__vmins2(a, b))
  OF_PAIRS(__vminu2(a, b))
  OF_PAIRS(__vsads2(a, b))
  OF_PAIRS(__vsadu2(a, b))
  OF_PAIRS(__vadd4(a, b))
  OF_PAIRS(__vaddss4(a, b))
  OF_PAIRS(__vaddus4(a, b))
  OF_PAIRS(__vsub4(a, b))
  OF_PAIRS(__vsubss4(a, b))
  OF_PAIRS(__vsubus4(a, b))
  OF_PAIRS(__vavgs4(a, b))
  OF_PAIRS(__vavgu4(a, b))
  OF_PAIRS(__vhaddu4(a, b))
  OF_PAIRS(__vabsdiffs4(a, b))
  OF_PAIRS(__vabsdiffu4(a, b))
  OF_PAIRS(__vmaxs4(a, b))
  OF_PAIRS(__vmaxu4(a, b))
  OF_PAIRS(__vmins4(a, b))
  OF_PAIRS(__vminu4(a, b))
  OF_PAIRS(__vsads4(a, b))
  OF_PAIRS(__vsadu4(a, b))
  OF_PAIRS(__vcmpeq2(a, b))
  OF_PAIRS(__vcmpne2(a, b))
  OF_PAIRS(__vcmpges2(a, b))
  OF_PAIRS(__vcmpgeu2(a, b))
  OF_PAIRS(__vcmpgts2(a, b))
  OF_PAIRS(__vcmpgtu2(a, b))
  OF_PAIRS(__vcmples2(a, b))
  OF_PAIRS(__vcmpleu2(a, b))
  OF_PAIRS(__vcmplts2(a, b))
  OF_PAIRS(__vcmpltu2(a, b))
  OF_PAIRS(__vseteq2(a, b))
  OF_PAIRS(__vsetne2(a, b))
  OF_PAIRS(__vsetges2(a, b))
  OF_PAIRS(__vsetgeu2(a, b))
  OF_PAIRS(__vsetgts2(a, b))
  OF_PAIRS(__vsetgtu2(a, b))
  OF_PAIRS(__vsetles2(a, b))
  OF_PAIRS(__vsetleu2(a, b))
  OF_PAIRS(__vsetlts2(a, b))
  OF_PAIRS(__vsetltu2(a, b))
  OF_PAIRS(__vcmpeq4(a, b))
  OF_PAIRS(__vcmpne4(a, b))
  OF_PAIRS(__vcmpges4(a, b))
  OF_PAIRS(__vcmpgeu4(a, b))
  OF_PAIRS(__vcmpgts4(a, b))
  OF_PAIRS(__vcmpgtu4(a, b))
  OF_PAIRS(__vcmples4(a, b))
  OF_PAIRS(__vcmpleu4(a, b))
  OF_PAIRS(__vcmplts4(a, b))
  OF_PAIRS(__vcmpltu4(a, b))
  OF_PAIRS(__vseteq4(a, b))
  OF_PAIRS(__vsetne4(a, b))
  OF_PAIRS(__vsetges4(a, b))
  OF_PAIRS(__vsetgeu4(a, b))
  OF_PAIRS(__vsetgts4(a, b))
  OF_PAIRS(__vsetgtu4(a, b))
  OF_PAIRS(__vsetles4(a, b))
  OF_PAIRS(__vsetleu4(a, b))
  OF_PAIRS(__vsetlts4(a, b))
  OF_PAIRS(__vsetltu4(a, b))
  OF_PAIRS(__vabs2(a ^ b))
  OF_PAIRS(__vabsss2(a ^ b))
  OF_PAIRS(__vneg2(a ^ b))
  OF_PAIRS(__vnegss2(a ^ b))
  OF_PAIRS(__vabs4(a ^ b))
  OF_PAIRS(__vabsss4(a ^ b))
  OF_PAIRS(__vneg4(a ^ b))
  OF_PAIRS(__vnegss4(a ^ b))
}

int main() {
  float* f;
  double* d;
  int *i, *results;
  unsigned* m;
  cudaMallocManaged(&f, 64);
  cudaMallocManaged(&d, 64);
  cudaMallocManaged(&i, 64);
  cudaMallocManaged(&m, 64);
  cudaMallocManaged(&results, 32 * kResults * sizeof(int));
  f[0] = 1.0f / 3, f[1] = NAN, f[2] = INFINITY, f[3] = 3e9f;
  d[0] = 1.0 / 3, d[1] = 1e30, d[2] = NAN;
  i[0] = -2147483647 - 1, i[1] = 2147483647, i[2] = -1, i[3] = 1;
  single_thread<<<1, 1>>>(f, d, i, m);
  printf("%d\n", (int)cudaDeviceSynchronize());
  const unsigned corners[8] = {0,           ~0u,         0x80808080u, 0x80008000u,
                               0x7f7f7f7fu, 0x7fff7fffu, 0x01010101u, 0x00ff0001u};
  memcpy(m, corners, sizeof corners);
  simd<<<1, 1>>>(m);
  printf("%d\n", (int)cudaDeviceSynchronize());
  warp_operations<<<1, 32>>>(results);
  printf("%d\n", (int)cudaDeviceSynchronize());
  for (int lane : {3, 17, 31})
    for (int j = 0; j < kResults; ++j) printf("w %d %d = %d\n", j, lane, results[lane * kResults + j]);
  for (int e = 0; e < 1000; ++e)
    if (strcmp(cudaGetErrorName((cudaError_t)e), "unrecognized error code") != 0)
      printf("%d %s %s\n", e, cudaGetErrorName((cudaError_t)e), cudaGetErrorString((cudaError_t)e));
}
