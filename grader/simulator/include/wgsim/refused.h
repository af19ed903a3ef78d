// What CUDA has and the simulator has not. Each name is declared in such a way that its use is a compile
// error at the line of the user, which says why and what to do instead. (Whole headers:
// generated_headers.cmake.)
#pragma once

#include "../driver_types.h"
#include "config.h"

// ---- Removed from CUDA itself: lanes of a warp need not run in step -------------------------------------
#define WGSIM_REMOVED(name, instead) \
  int name(...) WGSIM_UNAVAILABLE(#name " was removed from CUDA: use " instead);

WGSIM_REMOVED(__shfl, "__shfl_sync(mask, …)")
WGSIM_REMOVED(__shfl_up, "__shfl_up_sync(mask, …)")
WGSIM_REMOVED(__shfl_down, "__shfl_down_sync(mask, …)")
WGSIM_REMOVED(__shfl_xor, "__shfl_xor_sync(mask, …)")
WGSIM_REMOVED(__ballot, "__ballot_sync(mask, predicate)")
WGSIM_REMOVED(__any, "__any_sync(mask, predicate)")
WGSIM_REMOVED(__all, "__all_sync(mask, predicate)")
#undef WGSIM_REMOVED

cudaError_t cudaThreadSynchronize()
    WGSIM_UNAVAILABLE("cudaThreadSynchronize was removed from CUDA: use cudaDeviceSynchronize()");
cudaError_t cudaThreadExit() WGSIM_UNAVAILABLE("cudaThreadExit was removed from CUDA: use cudaDeviceReset()");

// ---- Not simulated ----------------------------------------------------------------------------------
#define WGSIM_NO_TYPE(name, why) \
  struct WGSIM_UNAVAILABLE("warpgrade-sim can't simulate " why) name {};
#define WGSIM_NO_FUNCTION(name, why) \
  cudaError_t name(...) WGSIM_UNAVAILABLE("warpgrade-sim can't simulate " why);
#define WGSIM_NO_FETCH(name, why) \
  template <class T = float>      \
  T name(...) WGSIM_UNAVAILABLE("warpgrade-sim can't simulate " why);

#define WGSIM_WHY_NODE "this kind of node of CUDA graphs: capture such work in a stream"
WGSIM_NO_FUNCTION(cudaGraphAddChildGraphNode, WGSIM_WHY_NODE)
WGSIM_NO_FUNCTION(cudaGraphAddEventRecordNode, WGSIM_WHY_NODE)
WGSIM_NO_FUNCTION(cudaGraphAddEventWaitNode, WGSIM_WHY_NODE)
WGSIM_NO_FUNCTION(cudaGraphAddMemAllocNode, "memory that a graph allocates: allocate it before")
WGSIM_NO_FUNCTION(cudaGraphAddMemFreeNode, "memory that a graph allocates: allocate it before")
WGSIM_NO_FUNCTION(cudaGraphAddNode, WGSIM_WHY_NODE)
#undef WGSIM_WHY_NODE
#define WGSIM_WHY_CHANGE \
  "changes of a graph's nodes: change the executable one, with cudaGraphExecKernelNodeSetParams"
WGSIM_NO_FUNCTION(cudaGraphKernelNodeSetParams, WGSIM_WHY_CHANGE)
WGSIM_NO_FUNCTION(cudaGraphKernelNodeGetParams, WGSIM_WHY_CHANGE)
WGSIM_NO_FUNCTION(cudaGraphNodeFindInClone, WGSIM_WHY_CHANGE)
#undef WGSIM_WHY_CHANGE

#define WGSIM_WHY_TEXTURE \
  "textures of three dimensions, layers and levels: read the values from global memory"
WGSIM_NO_TYPE(textureReference, "texture references: CUDA 12 has removed them; use cudaCreateTextureObject")
WGSIM_NO_FUNCTION(cudaBindTexture,
                  "texture references: CUDA 12 has removed them; use cudaCreateTextureObject")
WGSIM_NO_FUNCTION(cudaBindTextureToArray,
                  "texture references: CUDA 12 has removed them; use cudaCreateTextureObject")
WGSIM_NO_FUNCTION(cudaMalloc3DArray, WGSIM_WHY_TEXTURE)
WGSIM_NO_FETCH(tex3D, WGSIM_WHY_TEXTURE)
WGSIM_NO_FETCH(tex1DLod, WGSIM_WHY_TEXTURE)
WGSIM_NO_FETCH(tex2DLod, WGSIM_WHY_TEXTURE)
WGSIM_NO_FETCH(tex3DLod, WGSIM_WHY_TEXTURE)
WGSIM_NO_FETCH(tex1DLayered, WGSIM_WHY_TEXTURE)
WGSIM_NO_FETCH(tex2DLayered, WGSIM_WHY_TEXTURE)
WGSIM_NO_FETCH(tex2Dgather, WGSIM_WHY_TEXTURE)
WGSIM_NO_FETCH(texCubemap, WGSIM_WHY_TEXTURE)
WGSIM_NO_FETCH(surf1Dread, WGSIM_WHY_TEXTURE)
WGSIM_NO_FETCH(surf3Dread, WGSIM_WHY_TEXTURE)
WGSIM_NO_FUNCTION(surf1Dwrite, WGSIM_WHY_TEXTURE)
#undef WGSIM_WHY_TEXTURE

#define WGSIM_WHY_PEER "several GPUs: it has one device"
WGSIM_NO_FUNCTION(cudaMemcpyPeer, WGSIM_WHY_PEER)
WGSIM_NO_FUNCTION(cudaMemcpyPeerAsync, WGSIM_WHY_PEER)
WGSIM_NO_FUNCTION(cudaDeviceEnablePeerAccess, WGSIM_WHY_PEER)
WGSIM_NO_FUNCTION(cudaIpcGetMemHandle, "memory shared between processes: copy it")
#undef WGSIM_WHY_PEER

WGSIM_NO_FUNCTION(cudaLaunchKernelExC,
                  "a kernel as void*: use cudaLaunchKernelEx or <<<grid, block, bytes, stream>>>")

#undef WGSIM_NO_TYPE
#undef WGSIM_NO_FUNCTION
#undef WGSIM_NO_FETCH
