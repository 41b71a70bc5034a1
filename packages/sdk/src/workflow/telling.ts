/** What runtimes and tools ask any object for; it must look as if it were not there. */
const ASKED = ['then', 'catch', 'finally', 'inspect', 'length', 'size', 'name', 'message', 'stack', 'cause'];

/**
 * The object, which tells of names that it does not have: programs without types learn what there is, and not that
 * `undefined` is no function.
 */
export function telling<T extends object>(own: T, tell: (name: string) => unknown): T {
  return new Proxy(own, {
    get: (target, name, receiver) => {
      const isUnknown = typeof name === 'string' && !(name in target) && /^[a-z][a-z_]*$/.test(name);
      return isUnknown && !ASKED.includes(name) ? tell(name) : Reflect.get(target, name, receiver);
    },
  });
}
