/** The value at a request path, with its percent-decoded parameters. */
export interface PathMatch<T> {
  readonly value: T;
  /** The pattern with the names of its parameters, such as `/v1/mods/{mod_id}`. */
  readonly pattern: string;
  readonly parameters: Readonly<Record<string, string>>;
}

interface Node<T> {
  readonly literals: Map<string, Node<T>>;
  parameter: Node<T> | null;
  /** The values at this path, by method, each with the names of its parameters. */
  readonly ends: Map<string, { value: T; pattern: string; names: readonly string[] }>;
}

const emptyNode = <T>(): Node<T> => ({ literals: new Map(), parameter: null, ends: new Map() });

/**
 * The names in braces of a path pattern, in order. Throws if a brace is in a segment that is not
 * just one such name.
 */
export function parameterNames(pattern: string): string[] {
  return pattern
    .split('/')
    .filter((segment) => /[{}]/.test(segment))
    .map((segment) => {
      const name = /^\{([a-z][a-z0-9_]*)\}$/.exec(segment)?.[1];
      if (name === undefined) throw new Error(`${pattern}: "${segment}" is not a whole parameter`);
      return name;
    });
}

/**
 * Finds the value of a method and path. Compares percent-decoded segments, case-sensitively. A
 * literal segment of a pattern wins over a parameter. A parameter never matches an empty segment.
 */
export interface PathMatcher<T> {
  /** Throws if another pattern with the same method matches the same paths. */
  add(method: string, pattern: string, value: T): void;
  /**
   * The match of a path that begins with a slash; one trailing slash is ignored. Null for an
   * unknown path or method. Throws `URIError` for an invalid percent-encoding.
   */
  find(method: string, path: string): PathMatch<T> | null;
}

/** Makes an empty matcher. */
export function createPathMatcher<T>(): PathMatcher<T> {
  const root = emptyNode<T>();
  return {
    add(method, pattern, value) {
      const names = parameterNames(pattern);
      let node = root;
      for (const segment of pattern.split('/').slice(1)) node = grow(node, segment);
      if (node.ends.has(method)) throw new Error(`two routes take ${method} ${pattern}`);
      node.ends.set(method, { value, pattern, names });
    },
    find(method, path) {
      const end = path.length > 1 && path.endsWith('/') ? path.length - 1 : path.length;
      const plain = path.slice(1, end);
      const segments = plain.split('/');
      // Decoded before the comparison: some clients send the colon of an action as %3A.
      const decoded = plain.includes('%') ? segments.map(decodeURIComponent) : segments;
      return walk(root, method, decoded, 0, []);
    },
  };
}

function grow<T>(node: Node<T>, segment: string): Node<T> {
  if (segment.startsWith('{')) {
    node.parameter ??= emptyNode();
    return node.parameter;
  }
  const known = node.literals.get(segment);
  if (known) return known;
  const made = emptyNode<T>();
  node.literals.set(segment, made);
  return made;
}

function walk<T>(
  node: Node<T>,
  method: string,
  segments: readonly string[],
  at: number,
  taken: readonly string[],
): PathMatch<T> | null {
  const segment = segments[at];
  if (segment === undefined) {
    const end = node.ends.get(method);
    if (!end) return null;
    const parameters = Object.fromEntries(end.names.map((name, i) => [name, taken[i] ?? '']));
    return { value: end.value, pattern: end.pattern, parameters };
  }
  const literal = node.literals.get(segment);
  const found = literal ? walk(literal, method, segments, at + 1, taken) : null;
  if (found || !node.parameter || segment === '') return found;
  return walk(node.parameter, method, segments, at + 1, [...taken, segment]);
}
