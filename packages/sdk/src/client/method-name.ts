/** The client group and method of an operation: `apiKeys` and `rotate` for `api_keys.rotate`. */
export function methodName(operation: string): { group: string; name: string } {
  const camelCase = operation.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const [group = '', name = ''] = camelCase.split('.');
  return { group, name };
}
