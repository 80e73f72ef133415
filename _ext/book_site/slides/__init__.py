"""A deck of slides for each chapter, cut from the chapter itself."""
