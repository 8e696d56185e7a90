export { countDownloads } from './count-downloads.js';
export { recountDownloads } from './recount-downloads.js';
export { trendingScores } from './trending-scores.js';
