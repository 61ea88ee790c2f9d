// Host side: a mutex. <mutex> comes with <string>, <chrono> and <system_error>, and nvcc reads those for half a second.
#pragma once

#include <pthread.h>

namespace spawn::detail {

class Mutex {
 public:
  void lock() { pthread_mutex_lock(&mutex_); }
  bool try_lock() { return pthread_mutex_trylock(&mutex_) == 0; }
  void unlock() { pthread_mutex_unlock(&mutex_); }

  // Holds it to the end of the scope.
  class Guard {
   public:
    explicit Guard(Mutex& mutex) : mutex_(mutex) { mutex_.lock(); }
    ~Guard() { mutex_.unlock(); }
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;

   private:
    Mutex& mutex_;
  };

  // Holds it to the end of the scope, unless somebody else does. Of nothing (null): true.
  class Attempt {
   public:
    explicit Attempt(Mutex* mutex) : mutex_(mutex), succeeded_(!mutex || mutex->try_lock()) {}
    ~Attempt() {
      if (mutex_ && succeeded_) mutex_->unlock();
    }
    Attempt(const Attempt&) = delete;
    Attempt& operator=(const Attempt&) = delete;

    explicit operator bool() const { return succeeded_; }

   private:
    Mutex* mutex_;
    bool succeeded_;
  };

 private:
  pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;
};

}  // namespace spawn::detail
