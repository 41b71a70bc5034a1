export { listActiveLinks } from './links.ts';
export { linkRoutes } from './routes.ts';
