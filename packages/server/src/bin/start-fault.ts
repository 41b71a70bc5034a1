import { inspect } from 'node:util';
import { ConfigError } from '../config/config.ts';

type SystemError = Error & { code: string; syscall?: string; path?: string; address?: string; port?: number };

/** Why a process could not start: a message for errors of its environment, otherwise the stack. */
export function startFault(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  return (isSystemError(error) && sentence(error)) || inspect(error);
}

function isSystemError(error: unknown): error is SystemError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}

function sentence(error: SystemError): string | undefined {
  const { code, syscall, path, address, port } = error;
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${address} is in use: set PORT to another port, or to 0 for any free port.`;
  if (syscall === 'listen') return `It cannot listen on ${address}:${port} (${code}): see HOST and PORT.`;
  if (syscall === 'connect' || syscall === 'getaddrinfo')
    return `The database cannot be reached (${error.message}): see DATABASE_URL.`;
  // Codes of PostgreSQL: rejected credentials, a database that does not exist.
  if (/^(28...|3D000)$/.test(code))
    return `The database rejected the connection (${error.message}): see DATABASE_URL.`;
  if (path) return `${path} cannot be used (${error.message}): see DATA_DIR.`;
  return undefined;
}
