import {
  type Constraint,
  type Demand,
  inRange,
  isWithin,
  type OptionalFile,
  type PlanFile,
} from './plan-file.js';

/** The dependencies of a file. In dense graphs a file has hundreds of them. */
interface DemandIndex {
  readonly byMod: ReadonlyMap<string, readonly Demand[]>;
  /** The mods that the file supplies (`supplyingDemand`), and those that it conflicts with. */
  readonly supplied: ReadonlySet<string>;
  readonly conflict: ReadonlySet<string>;
}

const indexes = new WeakMap<PlanFile, DemandIndex>();

/** The dependencies of a file on a mod, in their order. */
export function demandsOn(file: PlanFile, modId: string): readonly Demand[] {
  return indexOf(file).byMod.get(modId) ?? [];
}

/** The mods of the dependencies of a file of any kind, also of its conflicts. */
export function modsDemanded(file: PlanFile): Iterable<string> {
  return indexOf(file).byMod.keys();
}

/** The mods that a file supplies (`supplyingDemand`), or those that it conflicts with. */
export function modsOfKind(file: PlanFile, kind: 'supplied' | 'conflict'): ReadonlySet<string> {
  return indexOf(file)[kind];
}

function indexOf(file: PlanFile): DemandIndex {
  const known = indexes.get(file);
  if (known) return known;
  const byMod = new Map<string, Demand[]>();
  const ofKind = { supplied: new Set<string>(), conflict: new Set<string>() };
  for (const demand of file.demands) {
    const own = byMod.get(demand.modId);
    if (own) own.push(demand);
    else byMod.set(demand.modId, [demand]);
    const { kind, modId } = demand;
    if (kind === 'conflict') ofKind.conflict.add(modId);
    if (kind === 'embedded' || requiredFile(demand)) ofKind.supplied.add(modId);
  }
  const index = { byMod, ...ofKind };
  indexes.set(file, index);
  return index;
}

/** The parts of a file that a dependency can name. */
type Target = Pick<PlanFile, 'id' | 'versionId' | 'version' | 'pinnedTogether'>;

/**
 * Whether a file, or one that a plan installs with it, is the target of a dependency of any kind on
 * its mod. The exact ids, if any, and the range must all match.
 */
export function meets(file: Target, demand: Demand): boolean {
  const { artifactId, versionId, optionalFile } = demand;
  const isNamed =
    !artifactId ||
    artifactId === file.id ||
    file.pinnedTogether?.has(artifactId) ||
    (optionalFile?.isEnough && optionalFile.versionId === file.versionId);
  if (!isNamed) return false;
  if (versionId && versionId !== file.versionId) return false;
  return inRange(file.version, demand);
}

/**
 * Whether a file contains the target of a dependency. The embedded range must lie completely within
 * the one of the dependency (`isWithin`). If the dependency names an exact version or file, the
 * embedded one must name the same. Content of an unknown version meets every requirement, and of
 * the conflicts only those without a range.
 */
export function embeds(file: PlanFile, demand: Demand): boolean {
  return contentFor(file, demand) !== undefined;
}

/** Returns the embedded dependency of a file that contains the target of another dependency. */
function contentFor(file: PlanFile, demand: Demand): Demand | undefined {
  return demandsOn(file, demand.modId).find(
    (it) => it.kind === 'embedded' && isContent(it, demand),
  );
}

function isContent(embedded: Demand, demand: Demand): boolean {
  const { kind, versionId, artifactId, versionConstraint } = demand;
  if (versionId !== null && versionId !== embedded.versionId) return false;
  if (artifactId !== null && artifactId !== embedded.artifactId) return false;
  const content = contentOf(embedded);
  const isNamed = versionId !== null || artifactId !== null;
  const isUnknown = content.versionConstraint === null && versionConstraint !== null;
  if (kind === 'conflict' && isUnknown && !isNamed) return false;
  return isWithin(content, demand);
}

/** The versions that an embedded dependency contains; ids name exactly one. */
function contentOf(embedded: Demand): Constraint {
  const { namedVersion } = embedded;
  if (namedVersion === undefined) return embedded;
  return { versionConstraint: namedVersion, reading: 'exact' };
}

/** The optional file that a plan contains because this dependency requires it, if any. */
export function requiredFile({ kind, optionalFile }: Demand): OptionalFile | undefined {
  return kind === 'required' && optionalFile?.isEnough ? optionalFile : undefined;
}

/**
 * Returns the dependency by which a file supplies the target of a conflict of `from`. The file
 * embeds the target, or requires exactly the optional file that the conflict names. The latter does
 * not count if `from` embeds the target itself.
 */
export function supplyingDemand(
  file: PlanFile,
  conflict: Demand,
  from: PlanFile,
): Demand | undefined {
  const content = file === from ? undefined : contentFor(file, conflict);
  // Most conflicts name no file.
  if (content || conflict.artifactId === null || embeds(from, conflict)) return content;
  return demandsOn(file, conflict.modId).find((it) => {
    const required = requiredFile(it);
    return required && meets(required, conflict);
  });
}

/**
 * Returns the dependency of a file on the mod of another file that excludes it. It is a conflict
 * that the other file meets, or a required or optional dependency that it does not meet. It is also
 * a conflict with the optional file that the file itself requires.
 */
export function directClash(file: PlanFile, other: PlanFile): Demand | undefined {
  return demandsOn(file, other.modId).find((it) => {
    if (it.kind === 'embedded') return false;
    if (it.kind !== 'conflict') return !meets(other, it);
    return meets(other, it) || supplyingDemand(file, it, file);
  });
}

/** Returns the conflict of a file with something that a file of another mod supplies. */
export function contentClash(file: PlanFile, other: PlanFile, modId: string): Demand | undefined {
  return demandsOn(file, modId).find(
    (it) => it.kind === 'conflict' && supplyingDemand(other, it, file),
  );
}
