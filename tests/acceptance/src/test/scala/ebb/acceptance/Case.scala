package ebb.acceptance

import org.scalatest.Tag

/** The number of a case in docs/conformance.md that a scenario covers. */
final case class Case(number: Int) extends Tag(s"case-$number")
