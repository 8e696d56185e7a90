/** The messages of the views of versions. */
export const versions = {
  'channel.release': 'Release',
  'channel.beta': 'Beta',
  'channel.alpha': 'Alpha',

  'versionState.draft': 'Draft',
  'versionState.validating': 'In checks',
  'versionState.scanning': 'In checks',
  'versionState.ready': 'Ready to publish',
  'versionState.published': 'Published',
  'versionState.archived': 'Archived',
  'versionState.withdrawn': 'Withdrawn',
  'versionState.failed': 'File refused',
  'versionState.deleted': 'Deleted',

  'versions.title': 'Versions',
  'versions.lead': 'Each version has its own files, changes and dependencies.',
  'versions.new': 'New version',
  'versions.noneOfState': 'No version in this state.',
  'versions.none': 'No version yet. A mod is visible to others as soon as one is published.',
  'versions.published': 'published {{when}}',
  'versions.created': 'created {{when}}',
  'versions.downloads_one': '{{shown}} download',
  'versions.downloads_other': '{{shown}} downloads',

  'newVersion.lead': 'First say what the version is. Its files follow in the next step.',
  'newVersion.create': 'Create and add files',

  'version.title': 'Version {{version}}',
  'version.back': 'All versions',
  'version.numberHint': 'For example 1.4.0. Mod managers compare versions by these numbers.',
  'version.channelHint':
    'Mod managers offer beta and alpha versions only to players who want them.',
  'version.fixed': 'The version is published. Only its changelog can change now.',
  'version.delete': 'Delete this version',
  'version.deleteTitle': 'Delete this version for good?',
  'version.deleteDraft': 'The version and its files are deleted. This cannot be undone.',
  'version.deletePublished':
    'The version and its files are deleted, and mods that need it can no longer be installed with it. This cannot be undone. If you may want to offer it again, withdraw it instead.',

  'dependency.lead':
    'Mods that players need, mods that go well with this one, mods inside the file, and mods that do not work together with it.',
  'dependency.search': 'Find a mod to add',
  'dependency.add': 'Add {{name}}',
  'dependency.required': 'Required',
  'dependency.optional': 'Optional',
  'dependency.embedded': 'Inside the file',
  'dependency.conflict': 'Does not work with it',
  'dependency.kindOf': 'How {{name}} is related',
  'dependency.rangeOf': 'Versions of {{name}}',
  'dependency.removeOf': 'Remove {{name}}',

  'range.any': 'Any version',
  'range.exact': 'Exactly {{from}}',
  'range.from': '{{from}} or newer',
  'range.between': '{{from}} or newer, but below {{below}}',
  'range.other': 'A version range in the syntax of npm',

  'plan.title': 'What else is installed',
  'plan.brings_one': 'The required mods add {{count}} file ({{size}}):',
  'plan.brings_other': 'The required mods add {{count}} files ({{size}}):',
  'plan.unpublished':
    'Mods that are not published yet are left out. Publish them before this version.',
  'plan.impossible': 'Players could not install this',

  'publish.title': 'Publication',
  'publish.lead':
    'Once it is published, everyone can find the version, and its files and facts no longer change.',
  'publish.fileDone': 'The main file passed all checks',
  'publish.fileOpen': 'A main file has to pass the checks',
  'publish.coverDone': 'The mod has a cover',
  'publish.coverOpen': 'The mod needs a cover',
  'publish.savedDone': 'All changes are saved',
  'publish.savedOpen': 'Save or discard your changes first',
  'publish.noChangelog': 'Players like to read what is new. You can add it later too.',
  'publish.drawCover': 'Let modport draw a cover',
  'publish.publish': 'Publish',
  'publish.done': 'Version {{version}} is published.',
  'publish.isPublished': 'The version is public.',
  'publish.isArchived':
    'The version is archived: it stays installable for those who need it, but is not offered.',
  'publish.isWithdrawn': 'The version is withdrawn: players cannot download it.',
  'publish.takenDown': 'Moderators took the version down. Only they can lift that.',
  'publish.rollback': 'Roll back',
  'publish.rollbackTitle': 'Roll back this version?',
  'publish.rollbackEffect':
    'It is withdrawn, and players are offered the newest version before it. Without any, the mod leaves the catalog. You can restore it.',
  'publish.rollbackDone': 'The version is withdrawn, and players are offered the one before it.',
  'publish.archive': 'Archive',
  'publish.archiveTitle': 'Archive this version?',
  'publish.archiveEffect':
    'It is no longer offered, but plans that name it still work. You can restore it.',
  'publish.archiveDone': 'The version is archived.',
  'publish.withdraw': 'Withdraw',
  'publish.withdrawTitle': 'Withdraw this version?',
  'publish.withdrawEffect':
    'Players can no longer download it, and mods that need it cannot be installed with it. You can restore it.',
  'publish.withdrawDone': 'The version is withdrawn.',
  'publish.restore': 'Restore',
  'publish.restoreTitle': 'Restore this version?',
  'publish.restoreEffect': 'It is public and offered to players again.',
  'publish.restoreDone': 'The version is public again.',
} as const;
