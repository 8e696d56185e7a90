import { Extensions, Field, InputType } from 'type-graphql';
import { FileKind } from '../../../platform/database/generated/enums.js';
import { LIMITS } from '../../../registry/limits.js';
import { PROVIDER_NAMES, PROVIDERS, type ProviderName } from '../../../registry/providers.js';
import { SafeInt } from '../../../request/scalars.js';
import { ExpectedHashesInput } from '../uploads/session/upload.input.js';

/** The members by which each provider identifies a file. */
const LOCATOR_MEMBERS = {
  github: ['owner', 'repository', 'releaseId', 'assetId'],
  modrinth: ['projectId', 'versionId', 'filename'],
  hangar: ['projectId', 'versionId', 'platform'],
  codeberg: ['owner', 'repository', 'releaseId', 'assetId'],
} as const satisfies Readonly<Record<ProviderName, readonly string[]>>;

const ALL_MEMBERS = [...new Set<string>(Object.values(LOCATOR_MEMBERS).flat())];

/** The forms of a locator: exactly the members of its provider. */
const locatorForms = Object.entries(LOCATOR_MEMBERS).map(([provider, members]) => ({
  values: { provider: [provider] },
  present: members,
  absent: ALL_MEMBERS.filter((member) => !members.some((own) => own === member)),
}));

/** The digests that each provider requires. */
const hashForms = PROVIDER_NAMES.map((provider) => ({
  values: { 'locator.provider': [provider] },
  present: [...PROVIDERS[provider].hashes].map((name) => `expectedHashes.${name}`),
}));

const name = (description: string) => ({ nullable: true, description }) as const;

/**
 * The location of a file at a provider: the provider's name, and exactly the members by which it
 * identifies files (Spec 2.13). URLs, tags and branches are no locators.
 */
@InputType()
@Extensions({ exactlyOneOf: locatorForms })
export class ProviderLocatorInput {
  @Field(() => String, { description: `One of ${PROVIDER_NAMES.join(', ')}.` })
  @Extensions({ jsonSchema: { enum: PROVIDER_NAMES } })
  readonly provider!: string;

  @Field(() => String, name('github, codeberg: the owner of the repository.'))
  readonly owner?: string | null;

  @Field(() => String, name('github, codeberg: the repository.'))
  readonly repository?: string | null;

  @Field(() => SafeInt, name('github, codeberg: the number of the release.'))
  readonly releaseId?: number | null;

  @Field(() => SafeInt, name('github, codeberg: the number of the file.'))
  readonly assetId?: number | null;

  @Field(() => String, name('modrinth, hangar: the project, by its id.'))
  readonly projectId?: string | null;

  @Field(() => String, name('modrinth, hangar: the version, by its id.'))
  readonly versionId?: string | null;

  @Field(() => String, name('modrinth: the name of the file in its version.'))
  readonly filename?: string | null;

  @Field(() => String, name('hangar: PAPER, WATERFALL or VELOCITY.'))
  readonly platform?: string | null;
}

/**
 * The facts that the importer saw, stored unverified: the server trusts none of them (Spec 4.3).
 */
@InputType()
export class ReferenceEvidenceInput {
  @Field(() => String, { nullable: true, description: 'The page of the file at its provider.' })
  @Extensions({ jsonSchema: { maxLength: LIMITS.urlCharacters } })
  readonly pageUrl?: string | null;

  @Field(() => Date, {
    nullable: true,
    description: 'The publication time that the provider states.',
  })
  readonly publishedAt?: Date | null;

  @Field(() => String, { nullable: true, description: 'The license that the provider states.' })
  @Extensions({ jsonSchema: { maxLength: LIMITS.licenseCharacters } })
  readonly license?: string | null;
}

/** The origin of the reference, as the client states it. Stored unverified. */
@InputType()
export class ReferenceProvenanceInput {
  @Field(() => String, { description: 'The program or person that imports the file.' })
  @Extensions({ jsonSchema: { minLength: 1, maxLength: LIMITS.labelCharacters } })
  readonly importer!: string;

  @Field(() => Date, { nullable: true })
  readonly importedAt?: Date | null;

  @Field(() => String, { nullable: true })
  @Extensions({ jsonSchema: { maxLength: LIMITS.summaryCharacters } })
  readonly note?: string | null;
}

/**
 * A provider's file to add to a version (Spec 2.13). `fileKind` is `main` if omitted, and `label`
 * the filename.
 */
@InputType()
@Extensions({ exactlyOneOf: hashForms })
export class ExternalArtifactInput {
  @Field(() => ProviderLocatorInput)
  readonly locator!: ProviderLocatorInput;

  @Field(() => SafeInt, { description: 'The exact size of the file in bytes.' })
  @Extensions({ jsonSchema: { minimum: 1, maximum: LIMITS.archiveBytes } })
  readonly expectedSizeBytes!: number;

  @Field(() => ExpectedHashesInput, {
    description: 'The SHA-256 is required. Files of Modrinth also need the SHA-512 and the SHA-1.',
  })
  readonly expectedHashes!: ExpectedHashesInput;

  @Field(() => String)
  @Extensions({ jsonSchema: { minLength: 1, maxLength: LIMITS.filenameCharacters } })
  readonly filename!: string;

  @Field(() => String)
  @Extensions({ jsonSchema: { maxLength: LIMITS.labelCharacters } })
  readonly contentType!: string;

  @Field(() => FileKind, { nullable: true, description: '`main` if omitted.' })
  readonly fileKind?: FileKind | null;

  @Field(() => String, {
    nullable: true,
    description: 'The name of the file for people; the filename if omitted.',
  })
  @Extensions({ jsonSchema: { maxLength: LIMITS.labelCharacters } })
  readonly label?: string | null;

  @Field(() => ReferenceEvidenceInput, { nullable: true })
  readonly evidence?: ReferenceEvidenceInput | null;

  @Field(() => ReferenceProvenanceInput)
  readonly provenance!: ReferenceProvenanceInput;
}
