import type { ServiceResponse } from '../transport/fetch.ts';
import { originHint } from '../transport/page-origin.ts';

/** Whether uploads can report progress: in browsers, `fetch` cannot. */
export const hasXhr = (): boolean => typeof XMLHttpRequest === 'function';

/** What is sent. */
export interface XhrUpload {
  /** Its headers. */
  headers: Record<string, string>;
  /** The file. */
  body: Blob;
  /** Aborts the upload. */
  signal: AbortSignal;
  /** Called with the number of bytes sent so far. */
  onSent: (bytes: number) => void;
}

/** PUTs a file from a browser. */
export function putByXhr(
  url: string,
  { headers, body, signal, onSent }: XhrUpload,
): Promise<ServiceResponse> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    const onAbort = () => request.abort();
    signal.addEventListener('abort', onAbort, { once: true });
    request.upload.onprogress = ({ loaded }) => onSent(loaded);
    request.onload = () => {
      const { status, statusText, responseURL } = request;
      const get = (name: string) => request.getResponseHeader(name);
      // XHR follows redirects automatically, so the file may have gone to another server.
      const isRedirected = responseURL !== '' && responseURL !== url;
      resolve({
        status,
        statusText,
        ok: status >= 200 && status < 300,
        type: isRedirected ? 'opaqueredirect' : 'default',
        headers: { get, has: (name) => get(name) !== null },
        body: null,
        text: () => Promise.resolve(request.responseText),
      });
    };
    request.onerror = () => reject(new TypeError(`the connection was lost${originHint(url)}`));
    request.onabort = () => reject(signal.reason);
    request.onloadend = () => signal.removeEventListener('abort', onAbort);
    request.send(body);
  });
}
