/** The document with only some of its paths, and the components that they need. */
export function partOfDocument(document, paths) {
  const components = {};
  const queue = [paths];
  for (let part = queue.pop(); part !== undefined; part = queue.pop())
    for (const [, kind, name] of JSON.stringify(part).matchAll(/"#\/components\/(\w+)\/([\w.-]+)"/g)) {
      if (components[kind]?.[name]) continue;
      components[kind] = { ...components[kind], [name]: document.components[kind][name] };
      queue.push(document.components[kind][name]);
    }
  components.securitySchemes = document.components.securitySchemes;
  return { ...document, paths, components, webhooks: undefined, tags: undefined };
}
