/** The messages of the views of versions. */
export const versions = {
  'channel.release': 'Release',
  'channel.beta': 'Beta',
  'channel.alpha': 'Alpha',

  'versionState.draft': 'Draft',
  'versionState.validating': 'Being checked',
  'versionState.scanning': 'Being checked',
  'versionState.ready': 'Ready to publish',
  'versionState.published': 'Published',
  'versionState.archived': 'Archived',
  'versionState.withdrawn': 'Withdrawn',
  'versionState.failed': 'File rejected',
  'versionState.deleted': 'Deleted',

  'versions.title': 'Versions',
  'versions.lead': 'Each version has its own files, changes and dependencies.',
  'versions.new': 'New version',
  'versions.noneOfState': 'No versions in this state.',
  'versions.none': 'No versions yet. Others can see the mod as soon as a version is published.',
  'versions.published': 'published {{when}}',
  'versions.created': 'created {{when}}',
  'versions.downloads_one': '{{shown}} download',
  'versions.downloads_other': '{{shown}} downloads',

  'newVersion.lead': 'Describe the version first. You add its files in the next step.',
  'newVersion.create': 'Create and add files',

  'version.title': 'Version {{version}}',
  'version.back': 'All versions',
  'version.numberHint': 'For example 1.4.0. Mod managers compare versions by these numbers.',
  'version.channelHint':
    'Mod managers offer beta and alpha versions only to players who want them.',
  'version.fixed': 'This version has been published. Only “What is new” can still be changed.',
  'version.delete': 'Delete this version',
  'version.deleteTitle': 'Delete this version for good?',
  'version.deleteDraft': 'The version and its files are deleted. This cannot be undone.',
  'version.deletePublished':
    'The version and its files are deleted, and mods that need it can no longer be installed with it. This cannot be undone. If you may want to offer it again, withdraw it instead.',

  'dependency.lead':
    'Mods that players need, mods that go well with this one, mods inside the file, and incompatible mods.',
  'dependency.search': 'Find a mod to add',
  'dependency.add': 'Add {{name}}',
  'dependency.required': 'Required',
  'dependency.optional': 'Optional',
  'dependency.embedded': 'Inside the file',
  'dependency.conflict': 'Incompatible',
  'dependency.kindOf': 'How {{name}} is related',
  'dependency.rangeOf': 'Versions of {{name}}',
  'dependency.removeOf': 'Remove {{name}}',

  'range.any': 'Any version',
  'range.exact': 'Exactly {{from}}',
  'range.from': '{{from}} or newer',
  'range.between': '{{from}} or newer, but below {{below}}',
  'range.other': 'Read as a version range in npm syntax',

  'plan.title': 'What else is installed',
  'plan.brings_one': 'The required mods add {{count}} file ({{size}}):',
  'plan.brings_other': 'The required mods add {{count}} files ({{size}}):',
  'plan.unpublished':
    'Mods that are not published yet are missing here. Publish them before this version.',
  'plan.impossible': 'Players could not install this',

  'publish.title': 'Publication',
  'publish.lead':
    'Once you publish the version, everyone can find it. Its files, facts and dependencies are then final.',
  'publish.fileDone': 'The main file passed all checks',
  'publish.fileOpen': 'A main file has to pass the checks',
  'publish.coverDone': 'The mod has a cover',
  'publish.coverOpen': 'The mod needs a cover',
  'publish.savedDone': 'All changes are saved',
  'publish.savedOpen': 'Save or discard your changes first',
  'publish.noChangelog': 'Players like to read what is new. You can add it later too.',
  'publish.drawCover': 'Generate a cover',
  'publish.publish': 'Publish',
  'publish.done': 'Version {{version}} is published.',
  'publish.isPublished': 'The version is public.',
  'publish.isArchived':
    'The version is archived: it is no longer offered, but can still be installed.',
  'publish.isWithdrawn': 'The version is withdrawn: players cannot download it.',
  'publish.takenDown': 'Moderators took the version down. Only they can lift that.',
  'publish.rollback': 'Roll back',
  'publish.rollbackTitle': 'Roll back this version?',
  'publish.rollbackEffect':
    'The version is withdrawn, and players get the newest remaining one. If none remains, the mod leaves the catalog. You can restore the version.',
  'publish.rollbackDone': 'The version is rolled back.',
  'publish.archive': 'Archive',
  'publish.archiveTitle': 'Archive this version?',
  'publish.archiveEffect':
    'The version is no longer offered, but install plans that name it still work. You can restore it.',
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
