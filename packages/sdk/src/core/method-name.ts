const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The client group and method of an operation: `apiKeys` and `rotate` for `api_keys.rotate`. */
export function methodName(operation: string): { group: string; name: string } {
  const [group = '', name = ''] = camelCase(operation).split('.');
  return { group, name };
}
