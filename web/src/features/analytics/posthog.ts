// The build of the library that contains no way of loading a script from elsewhere.
export { posthog } from 'posthog-js/no-external';
