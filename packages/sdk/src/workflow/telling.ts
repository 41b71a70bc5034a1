/** Properties that runtimes and tools read from any object; they must stay undefined. */
const ASKED = ['then', 'catch', 'finally', 'inspect', 'length', 'size', 'name', 'message', 'stack', 'cause'];

/**
 * Wraps an object so that unknown names throw a helpful error for JavaScript callers, instead of `undefined
 * is not a function`.
 */
export function telling<T extends object>(own: T, tell: (name: string) => unknown): T {
  return new Proxy(own, {
    get: (target, name, receiver) => {
      const isUnknown = typeof name === 'string' && !(name in target) && /^[a-z][a-z_]*$/.test(name);
      return isUnknown && !ASKED.includes(name) ? tell(name) : Reflect.get(target, name, receiver);
    },
  });
}
