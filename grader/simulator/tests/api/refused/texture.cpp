// expect: can't simulate textures
void f() { cudaTextureObject_t image; }
