export { listLinks } from './links.ts';
export { linkRoutes } from './routes.ts';
