/** Runs tasks with the same key one after the other. Tasks with different keys do not wait for each other. */
export function serializeByKey(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const lastWorkByKey = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const currentWork = (lastWorkByKey.get(key) ?? Promise.resolve()).then(work, work);
    lastWorkByKey.set(key, currentWork);
    try {
      return await currentWork;
    } finally {
      if (lastWorkByKey.get(key) === currentWork) lastWorkByKey.delete(key);
    }
  };
}
