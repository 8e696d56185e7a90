import type { Json } from '../../actors.js';
import type { World } from '../../harness.js';

/** Mods that a test file calls by short names. */
export interface NamedMods {
  /** The name of each mod by its id. */
  readonly ids: Map<string, string>;
  /** The id of a named mod. Throws for another name. */
  idOf(name: string): string;
  /** The mods of a list, by name, or by id if they have none. Throws if the list is refused. */
  names(path: string): Promise<string[]>;
  /** The status, the code and the fields of a refused request. */
  refusal(path: string): Promise<Json>;
}

/** The names of a file's mods, which the file puts into `ids`. */
export function namedMods(world: World): NamedMods {
  const ids = new Map<string, string>();
  return {
    ids,
    idOf(name) {
      const [id] = [...ids].find(([, named]) => named === name) ?? [];
      if (id === undefined) throw new Error(`no mod is named ${name}`);
      return id;
    },
    async names(path) {
      const { status, body, text } = await world.anon.get(path);
      if (status !== 200) throw new Error(text);
      return body.data.map(({ id }: Json) => ids.get(id) ?? id);
    },
    async refusal(path) {
      const { status, body } = await world.anon.get(path);
      return [status, body.code, body.fields];
    },
  };
}
