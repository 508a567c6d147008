export {
  noSuchPath as GET,
  noSuchPath as POST,
  noSuchPath as PUT,
  noSuchPath as PATCH,
  noSuchPath as DELETE,
} from '#lib/http/routing.ts';
