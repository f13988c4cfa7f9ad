/** A command that a hint gives, whole: what somebody copies has to be what somebody runs. */
export const COMMAND =
  /campaigns (?:import|state forget) [\w./-]*\w(?: --key [\w./-]*\w)?(?: --adopt)?(?: -w [\w./-]*\w)?|campaigns state release(?: -w [\w./-]*\w)?/;
