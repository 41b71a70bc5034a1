/** The data that outlives the page: unsent writes, and drafts of texts. */
const NAME = 'voiceloom-studio';

let opening: Promise<IDBDatabase> | undefined;

/** Resolves when the change is stored, not when it is requested. */
async function perform<T>(
  store: 'writes' | 'drafts',
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('writes', { keyPath: 'id' }).createIndex('owner', 'owner');
      request.result.createObjectStore('drafts');
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const db = await opening;
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(store, mode);
    const request = act(transaction.objectStore(store));
    // Commits immediately, because closing the page aborts open transactions.
    transaction.commit();
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
    transaction.onerror = () => reject(transaction.error);
  });
}

/** The stored writes of a person in a review. */
export const storedWrites = {
  list: (owner: string): Promise<unknown[]> =>
    perform('writes', 'readonly', (store) => store.index('owner').getAll(owner)),
  put: (write: unknown) => perform('writes', 'readwrite', (store) => store.put(write)),
  delete: (id: string) => perform('writes', 'readwrite', (store) => store.delete(id)),
};

/** The draft of a text. Without a database, it lives as long as the page. */
export async function readDraft(key: string): Promise<string> {
  const draft: unknown = await perform('drafts', 'readonly', (store) => store.get(key)).catch(
    () => undefined,
  );
  return typeof draft === 'string' ? draft : '';
}

export async function writeDraft(key: string, draft: string): Promise<void> {
  await perform('drafts', 'readwrite', (store): IDBRequest => {
    if (draft === '') return store.delete(key);
    return store.put(draft, key);
  }).catch(() => undefined);
}
