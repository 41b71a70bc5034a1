/** A value of a control. */
export type ControlValue = string | number | boolean;

/** Controls of a setting. Null removes a control of a less specific setting. */
export type Controls = Readonly<Record<string, ControlValue | null>>;

/** The JSON Schema of one control. */
export type ControlSchema = {
  type: 'number' | 'integer' | 'string' | 'boolean';
  description: string;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  maxLength?: number;
  pattern?: string;
  enum?: readonly ControlValue[];
  examples?: readonly ControlValue[];
};

/** The JSON Schema of the controls of a model. */
export type ControlsSchema = {
  type: 'object';
  properties: Readonly<Record<string, ControlSchema>>;
  additionalProperties: false;
};

/** The controls of a model. */
export interface DirectedModel {
  controls?: ControlsSchema;
  /** The control that takes the direction of a line. */
  direction_control?: string;
}

/** The problem of a control's value, or undefined if the value is valid. */
export function controlValueProblem(schema: ControlSchema, value: ControlValue): string | undefined {
  if (schema.enum?.includes(value)) return undefined;
  if (schema.enum) return `Must be one of ${schema.enum.join(', ')}.`;
  if (schema.type === 'string') return textProblem(schema, value);
  if (schema.type !== 'boolean') return numberProblem(schema, value);
  if (typeof value === 'boolean') return undefined;
  return 'Must be true or false.';
}

/** The problem of a text control. */
function textProblem({ maxLength = 4_000, pattern }: ControlSchema, value: ControlValue): string | undefined {
  if (typeof value !== 'string' || value.trim() === '') return 'Must be text, and not empty.';
  if (value.length > maxLength) return `Must have at most ${maxLength} characters.`;
  if (pattern === undefined || new RegExp(pattern, 'u').test(value)) return undefined;
  return `Must match ${pattern}.`;
}

/** The problem of a number control. */
function numberProblem(schema: ControlSchema, value: ControlValue): string | undefined {
  const { type, minimum, exclusiveMinimum, maximum } = schema;
  const { NEGATIVE_INFINITY, POSITIVE_INFINITY } = Number;
  const isNumber = typeof value === 'number' && (type === 'number' || Number.isInteger(value));
  const isAboveMin =
    isNumber && value >= (minimum ?? NEGATIVE_INFINITY) && value > (exclusiveMinimum ?? NEGATIVE_INFINITY);
  if (isAboveMin && value <= (maximum ?? POSITIVE_INFINITY)) return undefined;
  const kind = type === 'integer' ? 'a whole number' : 'a number';
  if (exclusiveMinimum !== undefined && maximum !== undefined)
    return `Must be ${kind} above ${exclusiveMinimum}, up to ${maximum}.`;
  if (exclusiveMinimum !== undefined) return `Must be ${kind} above ${exclusiveMinimum}.`;
  if (minimum !== undefined && maximum !== undefined) return `Must be ${kind} from ${minimum} to ${maximum}.`;
  if (minimum !== undefined) return `Must be ${kind} of at least ${minimum}.`;
  if (maximum !== undefined) return `Must be ${kind} up to ${maximum}.`;
  return `Must be ${kind}.`;
}

/** A control that none of the models of its setting accepts. */
export type ControlProblem = { name: string; code: 'unknown_control' | 'invalid_control'; message: string };

/** The problems of the controls of a setting. A value is valid if one of the models that may speak there accepts it. */
export function controlProblems(models: readonly DirectedModel[], controls: Controls): ControlProblem[] {
  const problems: ControlProblem[] = [];
  for (const [name, value] of Object.entries(controls)) {
    if (value === null) continue;
    const schemas = models.map((model) => findControl(model, name)).filter((schema) => schema !== undefined);
    if (schemas.length === 0) {
      problems.push(unknownControl(models, name));
      continue;
    }
    // The problem for each model, of which undefined means that the model accepts the value.
    const messages = schemas.map((schema) => controlValueProblem(schema, value));
    const [message] = messages;
    if (message !== undefined && !messages.includes(undefined))
      problems.push({ name, code: 'invalid_control', message });
  }
  return problems;
}

/** The problem of a control that no model has. */
function unknownControl(models: readonly DirectedModel[], name: string): ControlProblem {
  const names = new Set(models.flatMap(({ controls }) => Object.keys(controls?.properties ?? {})));
  let message = `The model has no control "${name}".`;
  if (names.size === 0) message += ' It has no controls.';
  else message += ` Its controls: ${[...names].sort().join(', ')}.`;
  return { name, code: 'unknown_control', message };
}

/** The controls that a line is spoken with, and those that its model does not support. */
export type ResolvedControls = {
  controls: Readonly<Record<string, ControlValue>>;
  dropped: readonly string[];
};

/** The result without settings and without a direction. */
const NOTHING: ResolvedControls = { controls: {}, dropped: [] };

/**
 * The controls that the model accepts, sorted by name. A direction is the value of the model's control for free text,
 * and takes precedence over a less specific one.
 */
export function resolveControls(
  model: DirectedModel,
  settings: Controls,
  direction: string | null,
): ResolvedControls {
  const isUndirected = direction === null || direction.trim() === '';
  const names = Object.keys(settings);
  if (isUndirected && names.length === 0) return NOTHING;
  const { direction_control: directionControl } = model;
  const requestedControls = { ...settings };
  const controls: Record<string, ControlValue> = {};
  const ignoredPaths: string[] = [];
  if (!isUndirected && directionControl === undefined) ignoredPaths.push('direction');
  if (!isUndirected && directionControl !== undefined) requestedControls[directionControl] = direction.trim();
  const sortedControls = Object.entries(requestedControls).sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [name, value] of sortedControls) {
    if (value === null) continue;
    const schema = findControl(model, name);
    const isDirection = !isUndirected && name === directionControl;
    if (schema && controlValueProblem(schema, value) === undefined) controls[name] = value;
    else ignoredPaths.push(isDirection ? 'direction' : `controls.${name}`);
  }
  return { controls, dropped: ignoredPaths };
}

/** A text with its direction in square brackets before it; undefined if that is too long for one request. */
export function bracketed(text: string, direction: ControlValue = '', max: number): string | undefined {
  // A bracket in the direction would end it early.
  const inside = String(direction)
    .replace(/[[\]\s]+/g, ' ')
    .trim();
  if (inside === '') return text;
  const bracketedText = `[${inside}] ${text}`;
  if ([...bracketedText].length > max) return undefined;
  return bracketedText;
}

function findControl({ controls }: DirectedModel, name: string): ControlSchema | undefined {
  if (!controls || !Object.hasOwn(controls.properties, name)) return undefined;
  return controls.properties[name];
}
